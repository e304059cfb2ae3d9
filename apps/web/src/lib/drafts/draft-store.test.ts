import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { addLine, blankDraft, changeLine, type Draft, maxQuantity, removeLine } from './draft'
import { changeDraft, finishDraft, openDraft, readDraft, replaceDraft } from './draft-store'

const ada = 1
const bob = 2
const lamp = { productId: 7, name: 'Lamp', price: 20 }
const vase = { productId: 8, name: 'Vase', price: 35 }
const linesOf = (owner: number) => readDraft('sales', owner).lines

function add(owner: number, product: typeof lamp) {
  changeDraft('sales', owner, (draft) => ({
    ...draft,
    lines: addLine(draft.lines, product, maxQuantity.sales),
  }))
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 21, 15, 30) })
})
afterEach(() => {
  vi.useRealTimers()
})

// @holds spec 4.17
test('a product that is there already becomes one more, as dear as it was, up to the limit', () => {
  const one = addLine([], lamp, 9999)
  expect(one).toEqual([{ ...lamp, quantity: 1 }])
  const two = addLine(addLine(one, vase, 9999), { ...lamp, price: 25 }, 9999)
  expect(two).toEqual([
    { ...lamp, quantity: 2 },
    { ...vase, quantity: 1 },
  ])
  const most = changeLine(two, lamp.productId, { quantity: 9999 })
  expect(addLine(most, lamp, 9999)).toEqual(most)
  expect(removeLine(most, lamp.productId)).toEqual([{ ...vase, quantity: 1 }])
})

// @holds decision 26.2
test('nobody sees or loses the draft of somebody else, in any order of coming and going', () => {
  const products = [1, 2, 3].map((productId) => ({ productId, name: `P${productId}`, price: 1 }))
  const step = fc.record({
    owner: fc.constantFrom(ada, bob, 3),
    // Also without opening: a tab whose session is about to change may still change its own.
    what: fc.constantFrom('open', 'add', 'add', 'finish', 'clear', 'clear and undo'),
    product: fc.constantFrom(...products),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
      localStorage.clear()
      openDraft('sales', ada)
      const model = new Map<number, Draft['lines']>()
      for (const { owner, what, product } of steps) {
        if (what === 'open') openDraft('sales', owner)
        if (what === 'add') {
          add(owner, product)
          model.set(owner, addLine(model.get(owner) ?? [], product, 1e6))
        }
        if (what === 'finish') finishDraft('sales', owner, readDraft('sales', owner))
        if (what === 'clear') replaceDraft('sales', owner)
        if (what === 'clear and undo') replaceDraft('sales', owner, replaceDraft('sales', owner))
        if (what === 'finish' || what === 'clear') model.delete(owner)
        for (const one of [ada, bob, 3]) expect(linesOf(one)).toEqual(model.get(one) ?? [])
      }
    }),
  )
})

test('lines without an owner are those of whoever opens the screen', () => {
  localStorage.setItem('sales', JSON.stringify([{ ...lamp, quantity: 2 }]))
  openDraft('sales', bob)
  expect(linesOf(bob)).toEqual([{ ...lamp, quantity: 2 }])
  expect(linesOf(ada)).toEqual([])
})

test('a success clears the draft that it was of, and no other', () => {
  openDraft('sales', ada)
  add(ada, lamp)
  const sent = readDraft('sales', ada)
  finishDraft('sales', ada, { ...sent, key: 'another' })
  finishDraft('sales', bob, sent)
  expect(linesOf(ada)).toHaveLength(1)

  openDraft('sales', bob)
  add(bob, vase)
  finishDraft('sales', ada, sent)
  expect(linesOf(ada)).toEqual([])
  expect(linesOf(bob)).toHaveLength(1)
  expect(localStorage.getItem('stockie-sales-draft-1')).toBeNull()
})

test.each([
  ['2026-11-20', '2026-11-20'],
  ['2026-11-21', null],
])('the date %s of a recorded draft stays as %s, under a new key', (date, after) => {
  openDraft('sales', ada)
  add(ada, lamp)
  const pickedOn = '2026-11-21'
  const picked = { date, pickedOn, discount: '3', attempts: [{}] }
  changeDraft('sales', ada, (draft) => ({ ...draft, ...picked }))
  const sent = readDraft('sales', ada)
  finishDraft('sales', ada, sent)
  const next = readDraft('sales', ada)
  expect(next).toEqual({ ...blankDraft, date: after, pickedOn: after && pickedOn, key: next.key })
  expect(next.key).not.toBe(sent.key)
})

test('what another tab has added since a draft was sent stays for the next one', () => {
  openDraft('sales', ada)
  add(ada, lamp)
  const sent = readDraft('sales', ada)
  add(ada, lamp)
  add(ada, vase)
  finishDraft('sales', ada, sent)
  expect(linesOf(ada)).toEqual([{ ...vase, quantity: 1 }])
})

test.each<[string, Partial<Draft>]>([
  ['lines', { lines: [{ ...lamp, quantity: 1 }] }],
  ['a party', { party: { id: 3, name: 'Ada' } }],
  ['a remark', { remark: 'Wrapped' }],
  ['a discount', { discount: '5' }],
  ['shipping', { shippingFees: '5' }],
])(
  // @holds spec 4.20
  'a picked date stays with %s, and without anything a document begins today',
  (_what, entered) => {
    openDraft('sales', ada)
    const picked = { date: '2026-11-02', pickedOn: '2026-11-21' }
    changeDraft('sales', ada, (draft) => ({ ...draft, ...entered, ...picked }))
    vi.setSystemTime(new Date(2026, 10, 22, 8))
    openDraft('sales', ada)
    expect(readDraft('sales', ada).date).toBe('2026-11-02')
    finishDraft('sales', ada, readDraft('sales', ada))
    changeDraft('sales', ada, (draft) => ({ ...draft, ...picked, pickedOn: '2026-11-22' }))
    openDraft('sales', ada)
    expect(readDraft('sales', ada)).toMatchObject({ date: null, pickedOn: null })
  },
)

test.each(['takes them away', 'opens a draft that lost them before'])(
  'the day of a sending goes with its lines where somebody %s, and a picked one stays',
  (how) => {
    const sent = {
      lines: addLine([], lamp, 99),
      party: { id: 3, name: 'Ada' },
      sentOn: '2026-11-20',
    }
    openDraft('sales', ada)
    changeDraft('sales', ada, (draft) => ({ ...draft, ...sent, date: '2026-11-02' }))
    expect(readDraft('sales', ada)).toMatchObject({ sentOn: '2026-11-20' })
    if (how === 'takes them away') changeDraft('sales', ada, (draft) => ({ ...draft, lines: [] }))
    else localStorage.setItem('sales', '[]')
    openDraft('sales', ada)
    expect(readDraft('sales', ada)).toMatchObject({
      party: sent.party,
      date: '2026-11-02',
      sentOn: null,
    })
  },
)

test('what was cleared comes back with its key, and answers what was entered since', () => {
  openDraft('sales', ada)
  add(ada, lamp)
  const before = readDraft('sales', ada)
  expect(replaceDraft('sales', ada)).toEqual(before)
  expect(readDraft('sales', ada)).toEqual({ ...blankDraft, key: expect.any(String) })
  add(ada, vase)
  const since = readDraft('sales', ada)
  expect(since.key).not.toBe(before.key)
  expect(replaceDraft('sales', ada, before)).toEqual(since)
  expect(readDraft('sales', ada)).toEqual(before)
})
