import { deletedSinceHeader, idempotencyKeyHeader } from '@stockie/contracts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { ada, openCustomerForm, openCustomers } from '@/test/screens/customers-screen'
import { delayAnswer, never, ok, refuse, unreachable } from '@/test/api-stub'

afterEach(() => {
  vi.useRealTimers()
})

async function editAda(answers: Parameters<typeof openCustomers>[0]) {
  const { user } = await openCustomers(answers)
  const row = within(await screen.findByRole('row', { name: /Ada/ }))
  await user.click(row.getByRole('button', { name: 'Edit' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Edit Customer' }))
  return { user, dialog, name: dialog.getByLabelText('Name') }
}

/** What a click outside of the dialog hits. */
function backdrop() {
  return document.querySelector('[data-slot="dialog-overlay"]') ?? document.body
}

test('the record form focuses its first field and sends nothing until all fields are valid', async () => {
  const { user, sent, dialog, name, email, save } = await openCustomerForm()
  expect(document.activeElement).toBe(name)
  await user.type(email, 'nobody')
  await user.click(save)
  expect(await dialog.findByText('Name is required')).toBeTruthy()
  expect(dialog.getByText('Invalid email format')).toBeTruthy()
  expect(document.activeElement).toBe(name)
  await user.type(name, 'Dora')
  await waitFor(() => expect(dialog.queryByText('Name is required')).toBeNull())
  expect(sent('POST')).toEqual([])
})

// @holds spec 2.69, 2.70, 4.5, 4.8
test('the record form is disabled, stays open and sends once while it saves', async () => {
  const answer = delayAnswer(ok(ada))
  const { user, sent, dialog, name, save } = await openCustomerForm({
    'POST /customers': answer.answer,
  })
  await user.type(name, 'Dora')
  const form = name.closest('form') ?? name
  fireEvent.submit(form)
  fireEvent.submit(form)
  await waitFor(() => expect(save).toHaveProperty('disabled', true))
  expect(save.querySelector('[data-slot="spinner"]')).toBeTruthy()
  for (const control of [name, dialog.getByRole('button', { name: 'Cancel' })]) {
    expect(control.closest('fieldset')).toHaveProperty('disabled', true)
  }
  expect(document.activeElement).toBe(screen.getByRole('dialog'))
  await user.keyboard('{Escape}')
  expect(screen.getByRole('dialog')).toBeTruthy()

  answer.release()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent('POST')).toHaveLength(1)
})

test('the record form shows a server error at its field and above the form @long', async () => {
  const detail = 'This e-mail is taken'
  const errors = [{ path: 'email', message: detail }]
  const { user, dialog, name, email } = await openCustomerForm({
    'POST /customers': refuse(422, { detail, errors }),
  })
  await user.type(name, 'Dora{Enter}')
  expect(await dialog.findByText(detail)).toBeTruthy()
  expect(document.activeElement).toBe(email)
  expect(dialog.getByRole('alert').textContent).toBe(`Error: ${detail}`)
})

// @holds spec 2.71, 8.7
test('the record form shows an error without a field above the form and keeps the input', async () => {
  const answers = [refuse(500, { detail: 'It went wrong.' }), ok(ada)]
  const { user, dialog, name, save } = await openCustomerForm({
    'POST /customers': () => (answers.shift() ?? refuse(500))(),
  })
  await user.type(name, 'Dora{Enter}')
  expect((await dialog.findByRole('alert')).textContent).toBe('Error: It went wrong.')
  const toast = 'Unable to add customer. Please check your input and try again.'
  expect(await screen.findByText(toast)).toBeTruthy()
  expect(name).toHaveProperty('value', 'Dora')
  expect(document.activeElement).toBe(name)
  await user.click(save)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

// @holds decision 15.4
test('retries after a lost response use the same idempotency key, and the next record a new one', async () => {
  const failures = [refuse(503, { detail: 'It is busy.' }), refuse(422, { detail: 'It is wrong.' })]
  const answers = [unreachable, ...failures, ok(ada), ok(ada)]
  const { user, sent, dialog, name, save } = await openCustomerForm({
    'POST /customers': () => (answers.shift() ?? refuse(500))(),
  })
  await user.type(name, 'Dora')
  for (const message of [/cannot be reached/, /It is busy/, /It is wrong/]) {
    await user.click(save)
    expect(await dialog.findByText(message)).toBeTruthy()
  }
  await user.click(save)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Create' }))
  await user.type(screen.getByLabelText('Name'), 'Dora{Enter}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const [first, ...others] = sent('POST').map(({ key }) => key)
  expect(first).toMatch(/^[\da-f]{32}$/)
  expect(others).toEqual([first, first, first, expect.not.stringMatching(String(first))])
})

const unreachableError =
  'Error: Stockie cannot be reached. Please check your connection and try again.'

test('the record form says that a new record is added only once if the server cannot be reached', async () => {
  const { user, dialog, name } = await openCustomerForm({ 'POST /customers': unreachable })
  await user.type(name, 'Dora{Enter}')
  expect((await dialog.findByRole('alert')).textContent).toBe(
    `${unreachableError} If you save again, it is added only once.`,
  )
})

test('the record form of an existing record only says that the server cannot be reached', async () => {
  const { user, dialog, name } = await editAda({ 'PUT /customers/1': unreachable })
  await user.type(name, ' B.{Enter}')
  expect((await dialog.findByRole('alert')).textContent).toBe(unreachableError)
})

test('the user can stop waiting for a late answer, and the next save adds the record once', async () => {
  const answers: (() => Response | Promise<Response>)[] = [never, ok(ada)]
  const { user, sent, dialog, name, save } = await openCustomerForm({
    'POST /customers': () => (answers.shift() ?? refuse(500))(),
  })
  await user.type(name, 'Dora')
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await user.click(save)
  await act(() => vi.advanceTimersByTimeAsync(4_000))
  expect(dialog.getByRole('status').textContent).toBe('')
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  expect(dialog.getByRole('status').textContent).toContain(
    'Still waiting for an answer. If you stop and save again, it is added only once.',
  )

  await user.click(dialog.getByRole('button', { name: 'Stop waiting' }))
  expect((await dialog.findByRole('alert')).textContent).toBe(
    'Error: You stopped waiting. It may be saved already. If you save again, it is added only once.',
  )
  expect(dialog.getByRole('status').textContent).toBe('')
  expect(screen.queryByText(/^Unable to add customer/)).toBeNull()
  expect(document.activeElement).toBe(save)
  expect(name).toHaveProperty('value', 'Dora')

  await user.click(save)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const [first, ...others] = sent('POST').map(({ key }) => key)
  expect(others).toEqual([first])
})

test('the record form of an existing record says that an answer is late, but cannot stop waiting', async () => {
  const { user, dialog, name } = await editAda({ 'PUT /customers/1': never })
  await user.type(name, ' B.')
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await user.keyboard('{Enter}')
  await act(() => vi.advanceTimersByTimeAsync(5_000))
  expect(dialog.getByRole('status').textContent).toBe('Still waiting for an answer.')
})

const errors = [{ path: idempotencyKeyHeader, message: 'Another body.' }]

test.each([
  ['changed', refuse(409, { errors }), 'Your later changes were not saved.'],
  [
    'deleted',
    () => Response.json(ada, { headers: { [deletedSinceHeader]: 'true' } }),
    'This was added already, and deleted since.',
  ],
])(
  // @holds decision 15.4
  'a record that was already added and later %s is reported, then saved as a new one @long',
  async (_change, firstResponse, message) => {
    const answers = [firstResponse, ok(ada)]
    const { user, sent, dialog, name, save } = await openCustomerForm({
      'POST /customers': () => (answers.shift() ?? refuse(500))(),
    })
    const reads = sent('GET').length
    await user.type(name, 'Dora{Enter}')
    expect((await dialog.findByRole('alert')).textContent).toContain(message)
    await waitFor(() => expect(sent('GET').length).toBeGreaterThan(reads))
    for (const toast of [/^Unable to add customer/, /added successfully/]) {
      expect(screen.queryByText(toast)).toBeNull()
    }
    await user.click(save)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const [first, second] = sent('POST').map(({ key }) => key)
    expect(second).not.toBe(first)
  },
)

// @holds spec 2.69, 2.72, 4.9
test('Cancel discards the input of the record form at once', async () => {
  const { user, dialog, name } = await openCustomerForm()
  await user.type(name, 'Dora')
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  const create = screen.getByRole('button', { name: 'Create' })
  await waitFor(() => expect(document.activeElement).toBe(create))
  await user.keyboard('{Enter}')
  expect(screen.getByLabelText('Name')).toHaveProperty('value', '')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(create))
})

test('Escape, a click outside and Back ask before they discard the input', async () => {
  const { user, name } = await openCustomerForm()
  await user.type(name, 'Dora')
  const ways = [
    () => user.keyboard('{Escape}'),
    async () => void fireEvent.click(backdrop()),
    async () => act(() => window.history.back()),
  ]
  for (const leave of ways) {
    await leave()
    const question = await screen.findByRole('alertdialog', { name: 'Discard changes?' })
    const keep = within(question).getByRole('button', { name: 'Keep editing' })
    await waitFor(() => expect(document.activeElement).toBe(keep))
    await user.click(keep)
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(name))
    expect(name).toHaveProperty('value', 'Dora')
  }

  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const create = screen.getByRole('button', { name: 'Create' })
  await waitFor(() => expect(document.activeElement).toBe(create))
  expect(sessionStorage).toHaveLength(0)
})

test('an Escape that comes before the question listens answers it', async () => {
  const { user, name } = await openCustomerForm()
  await user.type(name, 'Dora')
  const question = () => screen.queryByRole('alertdialog', { name: 'Discard changes?' })
  let hasAsked = false
  // Runs as soon as the question is in the document, before its effects.
  const observer = new MutationObserver(() => {
    if (hasAsked || !question()) return
    hasAsked = true
    fireEvent.keyDown(name, { key: 'Escape' })
  })
  observer.observe(document.body, { childList: true })
  name.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
  await waitFor(() => expect(hasAsked).toBe(true))
  observer.disconnect()
  await waitFor(() => expect(question()).toBeNull())
  expect(name).toHaveProperty('value', 'Dora')
})

test('a form with its first values again closes without a question', async () => {
  const { user, name } = await openCustomerForm()
  await user.type(name, 'Dora')
  await user.clear(name)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a second click of a double click outside does not close the form', async () => {
  await openCustomerForm()
  fireEvent.click(backdrop(), { detail: 2 })
  await new Promise((resolve) => setTimeout(resolve))
  expect(screen.getByRole('dialog')).toBeTruthy()
  fireEvent.click(backdrop(), { detail: 1 })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
