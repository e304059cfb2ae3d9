import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { never, ok, refuse } from '@/test/api-stub'
import { counted, countForm, day, openCount, sheet } from '@/test/screens/day-sheet-screen'

const { form, field, difference, save, isClosed } = countForm

test('a count as a sum shows the difference in words while it is typed, and stores it', async () => {
  const { user, sent } = await openCount()
  expect(difference()).toBe('not counted yet')
  await user.type(field('Opening float'), '100')
  await user.type(field('Paid by card and otherwise'), '1275,27')
  await user.click(form().getByRole('button', { name: 'Add amount' }))
  expect(document.activeElement).toBe(field('Amount 1 taken out'))
  await user.type(field('Amount 1 taken out'), '20')
  await user.type(field('Reason of amount 1'), ' Window cleaner ')
  expect(form().getByText('$286.50')).toBeTruthy()
  await user.type(field('Sum'), 'much')
  expect(difference()).toBe('not counted yet')
  await user.clear(field('Sum'))
  await user.type(field('Sum'), '284.5')
  expect(difference()).toBe('short by $2.00')
  await user.clear(field('Sum'))
  await user.type(field('Sum'), '287')
  expect(difference()).toBe('over by $0.50')
  await user.clear(field('Sum'))
  await user.type(field('Sum'), '286.50')
  expect(difference()).toBe('exact')
  await user.type(field('Remark'), 'Torn note')
  await user.click(save())
  await isClosed()
  expect(sent().map(({ body }) => body)).toEqual([
    {
      date: '2026-11-21',
      openingFloat: 100,
      counted: { sum: 286.5 },
      paidOtherwise: 1275.27,
      takenOut: [{ amount: 20, reason: 'Window cleaner' }],
      remark: 'Torn note',
    },
  ])
  // The stored difference, which the answer of this API says.
  expect(await screen.findByText('Cash count saved: short by $2.00.')).toBeTruthy()
  expect(document.activeElement).toBe(sheet().getByRole('button', { name: 'Count cash' }))
})

test('a count by coins and notes adds up while it is typed @long', async () => {
  const { user, sent } = await openCount()
  await user.click(form().getByRole('radio', { name: 'By coins and notes' }))
  await user.type(field('$20'), '14')
  await user.type(field('50¢'), '9')
  expect(form().getByRole('status', { name: 'Counted cash' }).textContent).toBe('$284.50')
  await user.type(field('5¢'), '1.5{Enter}')
  expect(difference()).toBe('not counted yet')
  expect(document.activeElement).toBe(field('1¢'))
  await user.keyboard('{Enter}')
  expect(document.activeElement).toBe(field('Remark'))
  expect(sent()).toEqual([])
  await user.click(save())
  expect(form().getByText(/must be a whole number from 0 to 100,000/)).toBeTruthy()
  expect(document.activeElement).toBe(field('5¢'))
  await user.clear(field('5¢'))
  await user.click(save())
  await isClosed()
  expect(sent()[0]?.body).toMatchObject({
    counted: {
      pieces: [
        { value: 20, count: 14 },
        { value: 0.5, count: 9 },
      ],
    },
  })
})

test('another count begins with the float, the card sum and the cash taken out of the last one @long', async () => {
  const { user, sent } = await openCount({
    'GET /day-sheets?*': ok({
      ...day,
      sheetCount: 1,
      sheets: [{ ...counted, isCurrent: true }],
    }),
  })
  expect(field('Opening float').value).toBe('100')
  expect(field('Paid by card and otherwise').value).toBe('1275.27')
  expect(field('Reason of amount 1').value).toBe('Window cleaner')
  expect(field('$20').value).toBe('')
  expect(difference()).toBe('not counted yet')
  await user.click(form().getByRole('button', { name: 'Add amount' }))
  await user.type(field('Amount 2 taken out'), '5')
  await user.type(field('Reason of amount 2'), 'Bank')
  await user.click(form().getByRole('button', { name: 'Remove amount 2' }))
  await user.type(field('$20'), '1')
  await user.clear(field('$20'))
  // Nothing has changed, so nothing is asked.
  await user.keyboard('{Escape}')
  await isClosed()
  expect(sent()).toEqual([])
})

test('more may have been paid back by card than paid @long', async () => {
  const { user, sent } = await openCount()
  await user.type(field('Paid by card and otherwise'), '-7,25')
  expect(form().getByText('$1,489.02')).toBeTruthy()
  await user.type(field('Sum'), '1489.02')
  expect(difference()).toBe('exact')
  await user.click(save())
  await isClosed()
  expect(sent()[0]?.body).toMatchObject({ paidOtherwise: -7.25 })
})

test('an entry that cannot be stored is refused before it is sent @long', async () => {
  const { user, sent } = await openCount()

  async function refuses(label: string, text: string, message: string) {
    await user.clear(field(label))
    if (text) await user.type(field(label), text)
    await user.click(save())
    expect(form().getByText(message)).toBeTruthy()
    expect(document.activeElement).toBe(field(label))
  }
  await refuses('Sum', '', 'Enter an amount, such as 12.50.')
  await user.type(field('Sum'), '5')
  await refuses('Opening float', 'much', 'Enter an amount, such as 12.50.')
  await refuses('Opening float', '-1', 'Opening float cannot be negative')
  await user.clear(field('Opening float'))
  await refuses(
    'Paid by card and otherwise',
    '1.234',
    'Paid by card and otherwise must have at most two decimals',
  )
  await user.clear(field('Paid by card and otherwise'))
  await user.click(form().getByRole('button', { name: 'Add amount' }))
  await user.type(field('Reason of amount 1'), 'Bank')
  await refuses('Amount 1 taken out', '0', 'The amount must be more than 0')
  await user.type(field('Amount 1 taken out'), '5')
  await refuses('Reason of amount 1', '', 'Please enter a reason.')
  await user.click(form().getByRole('button', { name: 'Remove amount 1' }))
  expect(document.activeElement).toBe(form().getByRole('button', { name: 'Add amount' }))
  await user.click(form().getByRole('radio', { name: 'By coins and notes' }))
  await user.click(save())
  expect(form().getByRole('alert').textContent).toBe(
    'Error: Count at least one coin or note, or enter 0.',
  )
  expect(sent()).toEqual([])
})

test('an error of the API is shown at its field, or above the form @long', async () => {
  const answers = [
    refuse(422, {
      detail: 'Please select a day up to today.',
      errors: [{ path: 'date', message: 'Please select a day up to today.' }],
    }),
    refuse(422, { detail: 'No', errors: [{ path: 'remark', message: 'Remark is odd' }] }),
  ]
  const { user } = await openCount({ 'POST /day-sheets': () => (answers.shift() ?? ok({}))() })
  await user.type(field('Sum'), '5')
  await user.click(save())
  expect((await form().findByRole('alert')).textContent).toBe(
    'Error: Please select a day up to today.',
  )
  await user.click(save())
  expect(await form().findByText('Remark is odd')).toBeTruthy()
  expect(document.activeElement).toBe(field('Remark'))
})

test('a retry after a lost answer has the same key and stores one count', async () => {
  const { user, shop, sent, stored } = await openCount()
  await user.type(field('Sum'), '5')
  shop.answer = 'lost'
  await user.click(save())
  expect((await form().findByRole('alert')).textContent).toContain(
    'If you save it again, it is saved only once.',
  )
  shop.answer = 'normal'
  await user.click(save())
  await isClosed()
  const [first, second] = sent()
  expect(sent()).toHaveLength(2)
  expect(second).toMatchObject({ key: first?.key, body: first?.body })
  expect(stored.size).toBe(1)
})

test('a changed entry after a lost answer says that the first one was saved @long', async () => {
  const { user, shop, sent } = await openCount()
  await user.type(field('Sum'), '5')
  shop.answer = 'lost'
  await user.click(save())
  await form().findByRole('alert')
  shop.answer = 'normal'
  await user.type(field('Sum'), '0')
  await user.click(save())
  expect((await form().findByText(/saved already/)).textContent).toContain(
    'Your later changes were not saved.',
  )
  await user.click(save())
  await isClosed()
  expect(new Set(sent().map(({ key }) => key)).size).toBe(2)
})

test('a count that was saved already is read again below the form @long', async () => {
  const isUsed = { errors: [{ path: 'Idempotency-Key', message: 'Used before' }] }
  const { user, calls } = await openCount({
    'POST /day-sheets': refuse(409, isUsed),
    // No poll reads it again.
    'GET /changes': never,
  })
  const reads = () => calls.filter(({ name }) => name.startsWith('GET /day-sheets'))
  await user.type(field('Sum'), '5')
  await user.click(save())
  await form().findByText(/saved already/)
  await waitFor(() => expect(reads()).toHaveLength(2))
})

test('a double click stores one count @long', async () => {
  const { user, sent } = await openCount()
  await user.type(field('Sum'), '5')
  const button = save()
  fireEvent.click(button)
  fireEvent.click(button)
  await isClosed()
  expect(sent()).toHaveLength(1)
})

test('Escape asks before it discards an entry, and closes an empty form @long', async () => {
  const { user } = await openCount()
  await user.type(field('Opening float'), '100')
  await user.keyboard('{Escape}')
  const question = within(await screen.findByRole('alertdialog', { name: 'Discard changes?' }))
  await user.click(question.getByRole('button', { name: 'Keep editing' }))
  expect(field('Opening float').value).toBe('100')
  await user.clear(field('Opening float'))
  await user.keyboard('{Escape}')
  await isClosed()
})
