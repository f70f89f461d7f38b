// Looking after an exhibition that is not over.
import { api } from "../session.js";

const LOOK_MS = 1_000;
const REST_MS = 5_000; // After a trouble that will pass.
const PASSING = [0, 429, 500, 502, 503, 504];

/** Look again and again until it is over; `show` is given how it stands, `tell` what is in the way.
    Give how it stands then; throw a Refusal that will not pass. */
export async function untilOver(id, show, tell) {
  for (;;) {
    let rest = LOOK_MS;
    try {
      const view = await api(`/v1/exhibitions/${id}`);
      await show(view);
      if (view.ended_ms !== null) return view;
    } catch (refusal) {
      if (!PASSING.includes(refusal.status)) throw refusal;
      tell(refusal);
      rest = REST_MS;
    }
    await new Promise((go) => setTimeout(go, rest));
  }
}
