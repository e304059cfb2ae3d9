/**
 * Work in small steps: every `yield` is a moment at which something else may come first. A step
 * takes `stepSize` rows at most.
 */
export type Steps<Result> = Generator<void, Result>

export const stepSize = 512

/** All places below `count`, a step's worth of them at a time: few enough take no rest. */
export function* inSteps(count: number, doStep: (from: number, to: number) => void): Steps<void> {
  for (let from = 0; from < count; from += stepSize) {
    if (from > 0) yield
    doStep(from, Math.min(from + stepSize, count))
  }
}

/**
 * The same work for whoever needs it, done once. Whoever turns away halfway leaves what is done,
 * and the next one goes on from there.
 */
export function shareSteps<Result>(start: () => Steps<Result>): () => Steps<Result> {
  let steps: Steps<Result> | undefined
  let done: { result: Result } | undefined

  return function* () {
    if (done) return done.result
    steps ??= start()
    const result = yield* steps
    // Somebody else may have taken the last step, and has had what came of it.
    done ??= { result }
    // What it needed on its way would be kept with it.
    steps = undefined
    return done.result
  }
}

/** Once for every key. */
export function shareStepsByKey<Result>(start: (key: string) => Steps<Result>) {
  const works = new Map<string, () => Steps<Result>>()
  return function* (key: string): Steps<Result> {
    const work = works.get(key) ?? shareSteps(() => start(key))
    works.set(key, work)
    return yield* work()
  }
}

/** Keeps the result for the last key alone: what is next is mostly asked of the same. */
export function cacheLastResult<Input, Result>(start: (input: Input) => Steps<Result>) {
  let last: { key: string; result: Result } | undefined
  return function* (key: string, input: Input): Steps<Result> {
    if (last?.key === key) return last.result
    const result = yield* start(input)
    last = { key, result }
    return result
  }
}
