import { beforeEach, expect, test } from 'vitest'

import { blankDraft } from '@/lib/drafts/draft'
import {
  beginSending,
  changeDraft,
  endSending,
  finishDraft,
  readDraft,
} from '@/lib/drafts/draft-store'
import { dequeueAllToasts } from '@/lib/toast'
import { fillPurchase, isOfAnotherSupplier } from './purchase-filling'

const owner = 1
const works = { id: 5, name: 'Works' }
const other = { id: 6, name: 'Other' }
const lamp = { productId: 7, name: 'Lamp', price: 20, quantity: 3 }
const vase = { productId: 8, name: 'Vase', price: 35, quantity: 9000 }

const draft = () => readDraft('purchases', owner)

beforeEach(() => {
  localStorage.clear()
  dequeueAllToasts()
})

test('lines are added to those of the purchase, which keep their price', () => {
  changeDraft('purchases', owner, (now) => ({
    ...now,
    remark: 'Urgent',
    lines: [{ ...lamp, price: 19, quantity: 2 }],
  }))
  expect(fillPurchase({ owner, supplier: works, lines: [vase, lamp] })).toEqual([8, 7])
  expect(draft()).toMatchObject({
    party: works,
    remark: 'Urgent',
    lines: [{ ...lamp, price: 19, quantity: 5 }, vase],
  })
  expect(dequeueAllToasts()).toMatchObject([
    { kind: 'success', message: '2 products added to the purchase.', action: { label: 'Undo' } },
  ])
})

test('a quantity above 9,999 is cut, and the message names the product', () => {
  fillPurchase({ owner, supplier: works, lines: [vase, lamp] })
  dequeueAllToasts()
  fillPurchase({ owner, supplier: works, lines: [vase] })
  expect(draft().lines).toEqual([{ ...vase, quantity: 9999 }, lamp])
  expect(dequeueAllToasts()[0]?.message).toBe(
    '1 product added to the purchase. The quantity of Vase was cut to 9,999.',
  )
})

test('Undo brings the purchase back as it was', () => {
  changeDraft('purchases', owner, (now) => ({ ...now, party: works, lines: [lamp] }))
  const before = draft()
  fillPurchase({ owner, supplier: works, lines: [vase] })
  dequeueAllToasts()[0]?.action?.run()
  expect(draft()).toEqual(before)
})

test('only a purchase with another supplier is of another supplier', () => {
  const filling = { owner, supplier: other, lines: [lamp] }
  expect(isOfAnotherSupplier(filling)).toBe(false)
  changeDraft('purchases', owner, (now) => ({ ...now, party: works }))
  expect(isOfAnotherSupplier(filling)).toBe(true)
  expect(isOfAnotherSupplier({ ...filling, supplier: works })).toBe(false)
  expect(isOfAnotherSupplier({ ...filling, supplier: null })).toBe(false)
})

test('a replacement drops the lines of the other supplier', () => {
  changeDraft('purchases', owner, (now) => ({ ...now, party: works, remark: 'x', lines: [lamp] }))
  fillPurchase({ owner, supplier: other, lines: [vase] }, { replaces: true })
  expect(draft()).toMatchObject({
    ...blankDraft,
    key: expect.any(String),
    party: other,
    lines: [vase],
  })
})

test('products without a supplier keep the supplier of the purchase', () => {
  changeDraft('purchases', owner, (now) => ({ ...now, party: works }))
  fillPurchase({ owner, supplier: null, lines: [lamp] })
  expect(draft()).toMatchObject({ party: works, lines: [lamp] })
})

test('a purchase that is being saved is not filled', () => {
  beginSending('purchases', owner, '')
  expect(fillPurchase({ owner, supplier: works, lines: [lamp] })).toEqual([])
  endSending('purchases', owner)
  expect(draft().lines).toEqual([])
  expect(dequeueAllToasts()).toMatchObject([{ kind: 'error' }])
})

test('a purchase gets at most 1,000 products, and the message says so', () => {
  const lines = Array.from({ length: 1002 }, (_, index) => ({ ...lamp, productId: index + 1 }))
  expect(fillPurchase({ owner, supplier: works, lines })).toHaveLength(1000)
  expect(draft().lines).toHaveLength(1000)
  expect(dequeueAllToasts()[0]?.message).toBe(
    '1,000 products added to the purchase. A purchase has at most 1,000.',
  )
})

test('Undo changes nothing after the purchase was recorded', () => {
  changeDraft('purchases', owner, (now) => ({ ...now, party: works, lines: [lamp] }))
  fillPurchase({ owner, supplier: works, lines: [vase] })
  const undo = dequeueAllToasts()[0]?.action
  finishDraft('purchases', owner, draft())
  undo?.run()
  expect(draft().lines).toEqual([])
  expect(dequeueAllToasts()).toMatchObject([{ kind: 'error' }])
})
