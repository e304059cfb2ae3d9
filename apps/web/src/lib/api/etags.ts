/**
 * Which ETag an answer came with. It goes with the answer: nothing is kept here of one that is kept
 * nowhere else, and whoever does not have the answer cannot ask by its ETag.
 */
const etags = new WeakMap<object, string>()

export function etagOf(answer: unknown) {
  return isObject(answer) ? etags.get(answer) : undefined
}

export function noteEtag(answer: unknown, etag: string | null | undefined) {
  if (isObject(answer) && etag) etags.set(answer, etag)
}

function isObject(answer: unknown) {
  return typeof answer === 'object' && answer !== null
}
