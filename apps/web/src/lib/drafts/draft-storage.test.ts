import fc from 'fast-check'
import { expect, test, vi } from 'vitest'

import { addLine, blankDraft } from './draft'
import { changeDraft, finishDraft, openDraft, readDraft, replaceDraft } from './draft-store'

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
test('draft lines are stored under their own key, and the rest beside them with its owner', () => {
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
    received: '',
    key: expect.stringMatching(/^[\da-f]{32}$/),
    attempts: [],
    name: '',
    mayBeParked: false,
    resuming: null,
  })
  expect(readDraft('purchases', ada)).toEqual(blankDraft)
  expect(readDraft('sales', ada)).toBe(readDraft('sales', ada))
})

test('a resume request without an answer waits through a cleared draft and another user', () => {
  const resuming = { id: 5, key: 'take-key', label: 'Blue jacket' }
  openDraft('sales', ada)
  changeDraft('sales', ada, (draft) => ({ ...draft, resuming }))
  replaceDraft('sales', ada)
  finishDraft('sales', ada, readDraft('sales', ada))
  expect(readDraft('sales', ada).resuming).toEqual(resuming)
  openDraft('sales', bob)
  expect(readDraft('sales', bob).resuming).toBeNull()
  openDraft('sales', ada)
  expect(readDraft('sales', ada).resuming).toEqual(resuming)
})

test('invalid stored values are dropped line by line and field by field', () => {
  const validLine = { ...lamp, quantity: 3, note: 'of an older version' }
  const invalidLines = [
    null,
    7,
    [],
    {},
    { ...vase },
    { ...vase, quantity: 0 },
    { ...vase, price: '3' },
  ]
  const duplicateLine = { ...validLine, quantity: 9 }
  const largeLine = { ...vase, quantity: 12_345 }
  localStorage.setItem(
    'purchases',
    JSON.stringify([...invalidLines, validLine, duplicateLine, largeLine]),
  )
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

test('a draft survives any stored text and can be written again', () => {
  const text = fc.oneof(fc.string(), fc.json(), fc.constant('[{"productId":1}]'))
  fc.assert(
    fc.property(text, text, text, (lines, rest, parked) => {
      localStorage.setItem('sales', lines)
      localStorage.setItem('stockie-sales-draft', rest)
      localStorage.setItem(`stockie-sales-draft-${ada}`, parked)
      openDraft('sales', ada)
      add(ada, lamp)
      expect(linesOf(ada)).toContainEqual(expect.objectContaining(lamp))
    }),
  )
})

test('parking a draft for another user needs no extra room in a full storage', () => {
  openDraft('sales', ada)
  add(ada, lamp)
  openDraft('sales', bob)
  for (let id = 1; id < 30; id += 1) add(bob, { ...vase, productId: id })
  const lines = linesOf(bob)
  const realStorage = localStorage
  const textAt = (_: unknown, index: number) =>
    realStorage.getItem(realStorage.key(index) ?? '') ?? ''
  const sizeOf = () => Array.from({ length: realStorage.length }, textAt).join('').length
  // The lengths of the key names do not count, and all drafts have the same fields.
  const room = sizeOf() + 20
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => realStorage.getItem(key),
    removeItem: (key: string) => realStorage.removeItem(key),
    setItem: (key: string, value: string) => {
      const old = realStorage.getItem(key)
      realStorage.setItem(key, value)
      if (sizeOf() <= room) return
      if (old === null) realStorage.removeItem(key)
      else realStorage.setItem(key, old)
      throw new DOMException('full', 'QuotaExceededError')
    },
  })
  openDraft('sales', ada)
  vi.unstubAllGlobals()
  expect(stored('sales')).toEqual([{ ...lamp, quantity: 1 }])
  expect(stored('stockie-sales-draft-2').lines).toEqual(lines)
})

test('a draft that a full storage refuses lives in memory until another tab stores one', () => {
  openDraft('sales', ada)
  add(ada, lamp)
  const realStorage = localStorage
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => realStorage.getItem(key),
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
