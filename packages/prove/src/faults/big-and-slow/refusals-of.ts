import type { Told } from './open-callers'

/**
 * Who was not told what they should be: those who sent 20 MB, and, where they were waited for, those who were slow and
 * so many who said nothing.
 */
export function refusalsOf({ uploads, cutOff }: Told, idle: number | null): string[] {
  const big = Object.entries(uploads).flatMap(([what, status]) =>
    status === 413 ? [] : [`${what} was answered with ${status || 'nothing'}`],
  )
  if (idle === null) return big
  const toldLate = { 'a head': 10, 'a body': 10, nothing: idle }
  const slow = Object.entries(toldLate).flatMap(([what, due]) => {
    const right = (cutOff[what] ?? []).filter((status) => status === 408).length
    return right === due
      ? []
      : [`${due - right} of ${due} that sent ${what} slowly were not told 408`]
  })
  return [...big, ...slow]
}
