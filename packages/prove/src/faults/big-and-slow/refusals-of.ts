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
  const slow = Object.entries(endings(idle)).flatMap(([what, [due, told]]) => {
    const right = (cutOff[what] ?? []).filter((status) => status === told).length
    return right === due
      ? []
      : [
          `${due - right} of ${due} that sent ${what} slowly were not ${told ? `told ${told}` : 'hung up on'}`,
        ]
  })
  return [...big, ...slow]
}

/** How many of each there are, and what they are told: to whoever has asked nothing there is nothing to say. */
function endings(idle: number): Record<string, [due: number, told: number]> {
  return { 'a head': [10, 408], 'a body': [10, 408], nothing: [idle, 0] }
}
