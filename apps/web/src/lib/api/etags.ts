/** The WeakMap drops an ETag with its answer, so no request sends one whose answer is gone. */
const etags = new WeakMap<object, string>()

export function getEtag(answer: unknown) {
  return isObject(answer) ? etags.get(answer) : undefined
}

export function storeEtag(answer: unknown, etag: string | null | undefined) {
  if (isObject(answer) && etag) etags.set(answer, etag)
}

function isObject(answer: unknown) {
  return typeof answer === 'object' && answer !== null
}
