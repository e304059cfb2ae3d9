import { median } from '#src/median'

export function showLatencies(latencies: Record<string, number[]>): string {
  return Object.entries(latencies)
    .map(([name, rounds]) => `${median(rounds).toFixed(2)} ms ${name}`)
    .join(', ')
}
