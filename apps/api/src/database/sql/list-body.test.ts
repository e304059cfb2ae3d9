import { expect, test } from 'vitest'
import { combineParts, joinArrays } from '#src/database/sql/list-body'

test.each([
  [[], '[]'],
  [['[]'], '[]'],
  [['[1]'], '[1]'],
  [['[{"name":"Tea, 2"}]', '[1, 2]', '["Ünï ☕"]'], '[{"name":"Tea, 2"},1, 2,"Ünï ☕"]'],
  [[Buffer.from(',1,'), '[2]', Buffer.from(',3]')], '[1,2,3]'],
])('joinArrays joins %j into one array', (arrays, joined) => {
  expect(joinArrays(arrays).toString()).toBe(joined)
})

const chunksOf = (base: string, versions: object) => (part: string | null, body: string) => {
  const json = JSON.stringify(Object.entries(versions))
  return { base, versions: json, part, rows: JSON.parse(body).length, body }
}
const join = (...combined: Parameters<typeof combineParts>) => {
  const { body, parts } = combineParts(...combined).join()
  return { body: body.toString(), parts }
}

test('parts that were read replace the cached ones, in their order', () => {
  const first = chunksOf('1', { a: '1', b: '1', c: '1' })
  const chunks = [
    first('c', '["c"]'),
    first('b', '["b2", "b1"]'),
    first('b', '["b0"]'),
    first('a', '["ä"]'),
  ]
  const whole = join(chunks, 'desc')
  expect(whole.body).toBe('["c","b2", "b1","b0","ä"]')

  const second = chunksOf('1', { a: '1', b: '2', c: '2', d: '1' })
  const changed = [second('d', '["d"]'), second('b', '["b"]')]
  const next = join(changed, 'desc', whole.parts)
  expect(next.body).toBe('["d","b","ä"]')
  const { rows, length } = combineParts(changed, 'desc', whole.parts)
  expect({ rows, length }).toEqual({ rows: 3, length: Buffer.byteLength(next.body) })

  const third = chunksOf('1', { a: '1', b: '3', c: '3', d: '1' })
  expect(join([third('c', '["c"]')], 'desc', next.parts).body).toBe('["d","c","ä"]')
  expect(join([third('c', '["c"]')], 'asc', next.parts).body).toBe('["ä","c","d"]')
})

test('no cached rows are used if what every part depends on has changed', () => {
  const first = chunksOf('1', { a: '1', b: '1' })
  const { parts } = join([first('a', '[1]'), first('b', '[2]')], 'asc')
  const second = chunksOf('2', { a: '1', b: '1' })
  expect(join([second('a', '[7]')], 'asc', parts).body).toBe('[7]')
})

test('a part without a known version is complete, and stays cached until it has one', () => {
  const unknown = chunksOf('1', {})
  const { parts } = join([unknown('a', '[1]')], 'asc')
  expect(join([unknown(null, '[]')], 'asc', parts).body).toBe('[1]')
  const known = chunksOf('1', { a: '1' })
  expect(join([known('a', '[2]')], 'asc', parts).body).toBe('[2]')
})
