/** Work that can be interrupted at every `yield`. A step handles `stepSize` rows at most. */
export type Steps<Result> = Generator<void, Result>

export const stepSize = 512

/** Runs all steps at once. */
export function runToEnd<Result>(steps: Steps<Result>) {
  let step = steps.next()
  while (!step.done) step = steps.next()
  return step.value
}

/**
 * Calls `handleRange` for ranges of `stepSize` positions below `count`. A single range does not yield.
 */
export function* forEachRange(
  count: number,
  handleRange: (from: number, to: number) => void,
): Steps<void> {
  for (let from = 0; from < count; from += stepSize) {
    if (from > 0) yield
    handleRange(from, Math.min(from + stepSize, count))
  }
}

/**
 * Runs the work once for all callers. If a caller stops halfway, the next one continues from there.
 */
export function memoizeSteps<Result>(start: () => Steps<Result>): () => Steps<Result> {
  let steps: Steps<Result> | undefined
  let done: { result: Result } | undefined

  return function* () {
    if (done) return done.result
    steps ??= start()
    const result = yield* steps
    // Another caller may have finished the work, and stored its result.
    done ??= { result }
    // Frees what the generator holds.
    steps = undefined
    return done.result
  }
}

/** Shares the steps of each key. */
export function memoizeStepsByKey<Result>(start: (key: string) => Steps<Result>) {
  const stepsByKey = new Map<string, () => Steps<Result>>()
  return function* (key: string): Steps<Result> {
    const sharedSteps = stepsByKey.get(key) ?? memoizeSteps(() => start(key))
    stepsByKey.set(key, sharedSteps)
    return yield* sharedSteps()
  }
}

/** Caches the result of the last key only, because the next request mostly repeats it. */
export function cacheLastResult<Input, Result>(start: (input: Input) => Steps<Result>) {
  let last: { key: string; result: Result } | undefined
  return function* (key: string, input: Input): Steps<Result> {
    if (last?.key === key) return last.result
    const result = yield* start(input)
    last = { key, result }
    return result
  }
}
