// Looking after an exhibition that is not over, as long as somebody looks at the page.
import { api } from "../session.js";
import { sayWrong } from "../telling.js";

const LOOK_MS = 1_000;
const REST_MS = 5_000; // After a trouble that will pass.
const PASSING = [0, 429, 500, 502, 503, 504];

/** Look again and again until it is over; `show` is given how it stands, and what is in the way is said
    in `place`. Give how it stands then; throw a Refusal that will not pass. */
export async function untilOver(id, show, place) {
  let rest = LOOK_MS;
  for (;;) {
    try {
      const view = await api(`/v1/exhibitions/${id}`);
      if (rest === REST_MS) place.replaceChildren();
      rest = LOOK_MS;
      await show(view);
      if (view.ended_ms !== null) return view;
    } catch (refusal) {
      if (!PASSING.includes(refusal.status)) throw refusal;
      sayWrong(place, refusal);
      rest = REST_MS;
    }
    await new Promise((go) => setTimeout(go, rest));
    if (document.hidden) await new Promise((go) => document.addEventListener("visibilitychange", go, { once: true }));
  }
}
