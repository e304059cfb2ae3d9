import { expect, test } from 'vitest'

import { formatRange } from './date-ranges'

test.each([
  ['2026-10-01', '2026-10-31', 'Oct 2026'],
  ['2024-02-01', '2024-02-29', 'Feb 2024'],
  ['2026-10-02', '2026-10-31', '02 Oct 2026 – 31 Oct 2026'],
  ['2026-10-01', '2026-11-30', '01 Oct 2026 – 30 Nov 2026'],
  ['2026-10-02', '2026-10-02', '02 Oct 2026'],
])('formatRange shows %s to %s as %s', (from, to, label) => {
  expect(formatRange({ from, to })).toBe(label)
})
