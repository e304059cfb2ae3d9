import { expect, test } from 'vitest'
import { inRounds } from './in-rounds'

test('runs the sides in turn, their order reversed each round', async () => {
  const ran: string[] = []
  const side = (name: string) => async () => ran.push(name)
  const bench = { rounds: 3, progress: () => {} }
  const results = await inRounds(bench, { stockie: side('stockie'), anchor: side('anchor') })
  expect(ran).toEqual(['stockie', 'anchor', 'anchor', 'stockie', 'stockie', 'anchor'])
  expect(results).toEqual({ stockie: [1, 4, 5], anchor: [2, 3, 6] })
})
