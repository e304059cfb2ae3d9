import type { LoadReport } from '#src/load/plan'
import { within } from '#src/load/within'

/** Nobody looks at an empty list for longer. */
const limit = 10_000

/** What the load came to: its figures, how late its own generator was, and what was read too slowly. */
export function judgeLoad({ sales, late, reads, took }: LoadReport) {
  const looks = reads.reduce((sum, { waits }) => sum + waits.length, 0)
  const rateOf = (count: number) => `${((1_000 * count) / took).toFixed(1)} a second`
  const made = `${sales.length.toLocaleString('en-US')} sales in ${Math.round(took / 1_000)} s`
  return {
    remarks: [
      `${made}, ${rateOf(sales.length)}, and ${looks.toLocaleString('en-US')} reads, ${rateOf(looks)}.`,
    ],
    unkept: reads.flatMap(({ path, waits }) => {
      const slow = waits.filter((time) => time > limit)
      const slowest = (Math.max(...slow) / 1_000).toFixed(1)
      return slow.length === 0
        ? []
        : [
            `${slow.length} of ${waits.length} reads of ${path} took over 10 s, one of them ${slowest} s`,
          ]
    }),
    longest: {
      'half of the sales within': within(0.5, sales),
      '99 of 100 within': within(0.99, sales),
      'the slowest sale': within(1, sales),
      '99 of 100 sent after they were due within': within(0.99, late),
      'the latest of them': within(1, late),
      ...Object.fromEntries(
        reads.map(({ path, waits }) => [`99 of 100 reads of ${path}`, within(0.99, waits)]),
      ),
    },
  }
}
