import { readFileSync } from 'node:fs'
import path from 'node:path'

import { expect, test } from 'vitest'

const styles = readFileSync(path.join(import.meta.dirname, '../theme.css'), 'utf8')

/** The hue in degrees, as in oklch. */
const hues = [
  { name: 'destructive', color: 'red', from: 15, to: 40 },
  { name: 'warning', color: 'yellow', from: 70, to: 110 },
  { name: 'profit', color: 'teal', from: 175, to: 200 },
]

// @holds spec 2.41, 2.81, 9.9
test.each(hues)('the colour $name is $color in both themes', ({ name, from, to }) => {
  const matches = [
    ...styles.matchAll(new RegExp(`--${name}: oklch\\([\\d.]+ [\\d.]+ (\\d+)\\)`, 'g')),
  ]
  const outliers = matches.filter(([, hue]) => Number(hue) < from || Number(hue) > to)
  expect([matches.length, outliers]).toEqual([2, []])
})

// @holds spec 2.41
test('muted text is grey in both themes', () => {
  const matches = [...styles.matchAll(/--muted-foreground: oklch\([\d.]+ ([\d.]+) /g)]
  expect(matches.map(([, chroma]) => Number(chroma) < 0.03)).toEqual([true, true])
})
