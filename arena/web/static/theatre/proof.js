// "Verify": what the arena finds on playing the match again, in words.

/** Have the button ask for the proof. */
export function offerProof(player) {
  const button = document.querySelector("#verify");
  if (!button) return;
  const told = document.querySelector("#verified");
  button.hidden = false;
  button.addEventListener("click", async () => {
    button.disabled = true;
    told.textContent = "Playing it again …";
    told.textContent = await proof(player);
    button.disabled = false;
  });
}

async function proof(player) {
  try {
    return inWords(await player.get("/proof"));
  } catch (error) {
    return `It cannot be checked now: ${error.message}`;
  }
}

function inWords({ verified, decisions, digest, difference }) {
  const played = `Dealt and played again just now, ${decisions} decisions`;
  return verified
    ? `${played}: verified. The digest came out as recorded, ${digest}`
    : `${played}: it does NOT hold. It first differs here: ${difference}`;
}
