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
test('adding a product again raises its quantity up to the limit and keeps its price', () => {
  const oneLine = addLine([], lamp, 9999)
  expect(oneLine).toEqual([{ ...lamp, quantity: 1 }])
  const twoLines = addLine(addLine(oneLine, vase, 9999), { ...lamp, price: 25 }, 9999)
  expect(twoLines).toEqual([
    { ...lamp, quantity: 2 },
    { ...vase, quantity: 1 },
  ])
  const atLimit = changeLine(twoLines, lamp.productId, { quantity: 9999 })
  expect(addLine(atLimit, lamp, 9999)).toEqual(atLimit)
  expect(removeLine(atLimit, lamp.productId)).toEqual([{ ...vase, quantity: 1 }])
})

// @holds decision 26.2
test('users never see or lose drafts of other users, in any order of actions', () => {
  const products = [1, 2, 3].map((productId) => ({ productId, name: `P${productId}`, price: 1 }))
  const step = fc.record({
    owner: fc.constantFrom(ada, bob, 3),
    // Not every run opens the draft first: a tab may change its own draft while its session
    // changes.
    action: fc.constantFrom('open', 'add', 'add', 'finish', 'clear', 'clear and undo'),
    product: fc.constantFrom(...products),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
      localStorage.clear()
      openDraft('sales', ada)
      const model = new Map<number, Draft['lines']>()
      for (const { owner, action, product } of steps) {
        if (action === 'open') openDraft('sales', owner)
        if (action === 'add') {
          add(owner, product)
          model.set(owner, addLine(model.get(owner) ?? [], product, 1e6))
        }
        if (action === 'finish') finishDraft('sales', owner, readDraft('sales', owner))
        if (action === 'clear') replaceDraft('sales', owner)
        if (action === 'clear and undo') replaceDraft('sales', owner, replaceDraft('sales', owner))
        if (action === 'finish' || action === 'clear') model.delete(owner)
        for (const ownerId of [ada, bob, 3])
          expect(linesOf(ownerId)).toEqual(model.get(ownerId) ?? [])
      }
    }),
  )
})

test('lines without an owner go to the user who opens the screen', () => {
  localStorage.setItem('sales', JSON.stringify([{ ...lamp, quantity: 2 }]))
  openDraft('sales', bob)
  expect(linesOf(bob)).toEqual([{ ...lamp, quantity: 2 }])
  expect(linesOf(ada)).toEqual([])
})

test('finishing a draft clears that draft and no other', () => {
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
])(
  'the date %s of a recorded draft becomes %s in the next draft, under a new key',
  (date, after) => {
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
  },
)

test('lines that another tab added while a draft was sent stay in the next draft', () => {
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
  "a picked date stays in a draft with %s, while an empty draft starts with today's date",
  (_part, entered) => {
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

test.each(['is emptied', 'is opened after it lost its lines'])(
  'a draft drops the date of its sending but not a picked date when it %s',
  (change) => {
    const sent = {
      lines: addLine([], lamp, 99),
      party: { id: 3, name: 'Ada' },
      sentOn: '2026-11-20',
    }
    openDraft('sales', ada)
    changeDraft('sales', ada, (draft) => ({ ...draft, ...sent, date: '2026-11-02' }))
    expect(readDraft('sales', ada)).toMatchObject({ sentOn: '2026-11-20' })
    if (change === 'is emptied') changeDraft('sales', ada, (draft) => ({ ...draft, lines: [] }))
    else localStorage.setItem('sales', '[]')
    openDraft('sales', ada)
    expect(readDraft('sales', ada)).toMatchObject({
      party: sent.party,
      date: '2026-11-02',
      sentOn: null,
    })
  },
)

test('replaceDraft restores a cleared draft with its key and returns the current one', () => {
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
