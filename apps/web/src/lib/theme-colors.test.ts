import { readFileSync } from 'node:fs'
import path from 'node:path'

import { expect, test } from 'vitest'

const styles = readFileSync(path.join(import.meta.dirname, '../theme.css'), 'utf8')

/** Degrees of the colour wheel as oklch counts them. */
const hues = [
  { name: 'destructive', color: 'red', from: 15, to: 40 },
  { name: 'warning', color: 'yellow', from: 70, to: 110 },
  { name: 'profit', color: 'teal', from: 175, to: 200 },
]

// @holds spec 2.41, 2.81, 9.9
test.each(hues)('$name is $color in the light and in the dark', ({ name, from, to }) => {
  const found = [
    ...styles.matchAll(new RegExp(`--${name}: oklch\\([\\d.]+ [\\d.]+ (\\d+)\\)`, 'g')),
  ]
  const strays = found.filter(([, hue]) => Number(hue) < from || Number(hue) > to)
  expect([found.length, strays]).toEqual([2, []])
})

// @holds spec 2.41
test('what is muted is grey', () => {
  const found = [...styles.matchAll(/--muted-foreground: oklch\([\d.]+ ([\d.]+) /g)]
  expect(found.map(([, chroma]) => Number(chroma) < 0.03)).toEqual([true, true])
})
