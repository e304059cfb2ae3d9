const patienceMs = 180_000

/** Asks again until the answer is yes; what never comes is an error, not a journey without an end. */
export async function awaitUntil(what, isSo) {
  const began = Date.now()
  while (!(await isSo())) {
    if (Date.now() - began > patienceMs) throw new Error(`Waited in vain until ${what}.`)
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}
