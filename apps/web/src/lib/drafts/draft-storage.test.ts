import fc from 'fast-check'
import { expect, test, vi } from 'vitest'

import { addLine, blankDraft } from './draft'
import { changeDraft, openDraft, readDraft } from './draft-store'

const ada = 1
const bob = 2
const lamp = { productId: 7, name: 'Lamp', price: 20 }
const vase = { productId: 8, name: 'Vase', price: 35 }
const linesOf = (owner: number) => readDraft('sales', owner).lines
const stored = (key: string) => JSON.parse(localStorage.getItem(key) ?? 'null')

function add(owner: number, product: typeof lamp) {
  changeDraft('sales', owner, (draft) => ({ ...draft, lines: addLine(draft.lines, product, 99) }))
}

// @holds spec 3.17, 4.15, 9.1, decision 26.1
test('lines stand alone under their key, and the rest beside them with its owner', () => {
  openDraft('sales', ada)
  add(ada, lamp)
  changeDraft('sales', ada, (draft) => ({ ...draft, remark: 'Wrapped' }))
  expect(stored('sales')).toEqual([{ ...lamp, quantity: 1 }])
  expect(stored('stockie-sales-draft')).toEqual({
    owner: ada,
    party: null,
    sentOn: null,
    date: null,
    pickedOn: null,
    remark: 'Wrapped',
    discount: '0',
    shippingFees: '0',
    key: expect.stringMatching(/^[\da-f]{32}$/),
    attempts: [],
  })
  expect(readDraft('purchases', ada)).toEqual(blankDraft)
  expect(readDraft('sales', ada)).toBe(readDraft('sales', ada))
})

test('what is broken in the storage is left out line by line, and the rest field by field', () => {
  const good = { ...lamp, quantity: 3, note: 'of an older version' }
  const broken = [null, 7, [], {}, { ...vase }, { ...vase, quantity: 0 }, { ...vase, price: '3' }]
  const twice = { ...good, quantity: 9 }
  const tooMany = { ...vase, quantity: 12_345 }
  localStorage.setItem('purchases', JSON.stringify([...broken, good, twice, tooMany]))
  const rest = { owner: ada, party: { id: 'x' }, date: '2026-02-30', remark: 4, discount: '2.5' }
  localStorage.setItem('stockie-purchases-draft', JSON.stringify(rest))
  expect(readDraft('purchases', ada)).toEqual({
    ...blankDraft,
    lines: [
      { ...lamp, quantity: 3 },
      { ...vase, quantity: 9999 },
    ],
    discount: '2.5',
  })
})

test('no text in the storage breaks a draft, and one that is read can be written again', () => {
  const text = fc.oneof(fc.string(), fc.json(), fc.constant('[{"productId":1}]'))
  fc.assert(
    fc.property(text, text, text, (lines, rest, aside) => {
      localStorage.setItem('sales', lines)
      localStorage.setItem('stockie-sales-draft', rest)
      localStorage.setItem(`stockie-sales-draft-${ada}`, aside)
      openDraft('sales', ada)
      add(ada, lamp)
      expect(linesOf(ada)).toContainEqual(expect.objectContaining(lamp))
    }),
  )
})

test('a full storage has room for as many drafts after a change of hands as before', () => {
  openDraft('sales', ada)
  add(ada, lamp)
  openDraft('sales', bob)
  for (let id = 1; id < 30; id += 1) add(bob, { ...vase, productId: id })
  const lines = linesOf(bob)
  const real = localStorage
  const textAt = (_: unknown, at: number) => real.getItem(real.key(at) ?? '') ?? ''
  const sizeOf = () => Array.from({ length: real.length }, textAt).join('').length
  // The names of the keys do not count here, and the fields of a draft are the same.
  const room = sizeOf() + 20
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => real.getItem(key),
    removeItem: (key: string) => real.removeItem(key),
    setItem: (key: string, value: string) => {
      const old = real.getItem(key)
      real.setItem(key, value)
      if (sizeOf() <= room) return
      if (old === null) real.removeItem(key)
      else real.setItem(key, old)
      throw new DOMException('full', 'QuotaExceededError')
    },
  })
  openDraft('sales', ada)
  vi.unstubAllGlobals()
  expect(stored('sales')).toEqual([{ ...lamp, quantity: 1 }])
  expect(stored('stockie-sales-draft-2').lines).toEqual(lines)
})

test('a full storage takes no draft, and the screen works on until another tab has stored one', () => {
  openDraft('sales', ada)
  add(ada, lamp)
  const real = localStorage
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => real.getItem(key),
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
  })
  add(ada, vase)
  expect(linesOf(ada)).toMatchObject([lamp, vase])
  expect(stored('sales')).toHaveLength(1)
  vi.unstubAllGlobals()
  localStorage.setItem('sales', '[]')
  window.dispatchEvent(new StorageEvent('storage', { key: 'sales' }))
  expect(linesOf(ada)).toEqual([])
})
