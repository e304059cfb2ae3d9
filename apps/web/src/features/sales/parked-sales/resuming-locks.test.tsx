import { configure, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'

import { stopWaiting } from '@/lib/drafts/draft-store'
import { owner } from '@/test/app-harness'
import { never, ok, refuse, unreachable } from '@/test/api-stub'
import {
  createScreen as page,
  lampLine,
  storeDraft,
  storedDraftFields,
  storedLines,
} from '@/test/screens/create-sales-screen'
import { jacket, openParkedSales, openSheet, sheet } from '@/test/screens/parked-sales-screen'

// Strict mode runs effects twice, as in development.
configure({ reactStrictMode: true })

const isLocked = () => page.search().closest('fieldset')?.disabled
const lostJacket = { resuming: { id: 5, key: 'take-key', label: 'Blue jacket' } }

test('the form is locked while "Resume it" parks the open sale', async () => {
  storeDraft(lostJacket)
  let answer = (_response: Response) => {}
  const { user, sent, byKey } = await openParkedSales({
    park: () => new Promise((resolve) => (answer = resolve)),
  })
  await user.click(await screen.findByRole('button', { name: 'Resume it' }))
  await waitFor(() => expect(byKey.size).toBe(1))
  expect(isLocked()).toBe(true)
  expect(page.submit().getAttribute('aria-disabled')).toBe('true')
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(sent()).toEqual([])
  answer(ok(jacket)())
  await screen.findByText('Sale resumed.')
  await waitFor(() => expect(isLocked()).toBe(false))
  await waitFor(() => expect(document.activeElement).toBe(page.search()))
})

test('the user can stop waiting while "Resume it" parks the open sale @long', async () => {
  storeDraft(lostJacket)
  const { user } = await openParkedSales({ park: never })
  await user.click(await screen.findByRole('button', { name: 'Resume it' }))
  const stop = await screen.findByRole('button', { name: 'Stop waiting' }, { timeout: 7_000 })
  expect(screen.getByText(/Resume it again to get it\./)).toBeTruthy()
  await user.click(stop)
  expect((await screen.findByRole('alert')).textContent).toContain('You stopped waiting.')
  expect(storedLines()).toEqual([lampLine])
}, 15_000)

test('"Resume it" does nothing while a sale is being sent', async () => {
  storeDraft(lostJacket)
  const { user, shop, parked } = await openParkedSales()
  shop.isSilent = true
  const resume = await screen.findByRole('button', { name: 'Resume it' })
  await user.click(page.submit())
  expect(resume.getAttribute('aria-disabled')).toBe('true')
  await user.click(resume)
  expect(parked).toContain(jacket)
  stopWaiting('sales', owner.id)
  await waitFor(() => expect(page.submit().getAttribute('aria-disabled')).toBe('false'))
})

test('a till whose server is gone can sell while it asks for a lost sale by itself', async () => {
  storeDraft({ party: null, ...lostJacket }, [])
  const answers: (() => void)[] = []
  const take = () => new Promise<Response>((resolve) => answers.push(() => resolve(ok(jacket)())))
  await openParkedSales({ take })
  await waitFor(() => expect(answers).not.toEqual([]))
  expect(isLocked()).toBe(false)
  page.type(page.remark(), 'Wrapped')
  for (const answer of answers) answer()
  expect((await screen.findByRole('alert')).textContent).toContain(
    'Another sale is open. "Resume it" parks that sale.',
  )
  expect(storedDraftFields()).toMatchObject({ remark: 'Wrapped', resuming: { id: 5 } })
})

test('a sale is resumed although the one whose answer was lost is gone', async () => {
  storeDraft({ party: null, ...lostJacket }, [])
  const hat = { ...jacket, id: 6, name: 'Red hat' }
  const opened = await openParkedSales({ take: unreachable })
  await screen.findByRole('button', { name: 'Resume it' })
  await openSheet(opened)
  const answers = [refuse(404), ok(hat)]
  opened.replies.take = () => answers.shift()?.() ?? unreachable()
  await opened.user.click(await sheet().findByRole('button', { name: 'Resume Ada Fashola' }))
  await screen.findByText('Sale resumed.')
  expect(storedDraftFields()).toMatchObject({ name: 'Red hat', resuming: null })
})

test('an error of resuming goes with the next change of the draft', async () => {
  storeDraft({ party: null, ...lostJacket }, [])
  await openParkedSales({ take: refuse(404) })
  expect((await screen.findByRole('alert')).textContent).toContain('was deleted')
  page.type(page.remark(), 'x')
  page.type(page.remark(), '')
  await waitFor(() => expect(storedDraftFields().remark).toBe(''))
  expect(screen.queryByRole('alert')).toBeNull()
})

/** Changes the draft as another tab does. */
function changeInOtherTab(fields: object) {
  localStorage.setItem('stockie-sales-draft', JSON.stringify({ ...storedDraftFields(), ...fields }))
  window.dispatchEvent(new StorageEvent('storage', { key: 'stockie-sales-draft' }))
}

test('resuming a sale keeps the one that another tab asked for meanwhile @long', async () => {
  storeDraft()
  const opened = await openParkedSales({
    park: () => {
      delete opened.replies.park
      changeInOtherTab({ resuming: { id: 6, key: 'other-key', label: 'Ada Fashola' } })
      return ok(jacket)()
    },
  })
  await openSheet(opened)
  await opened.user.click(await sheet().findByRole('button', { name: 'Resume Blue jacket' }))
  await screen.findByText('Sale resumed.')
  // The other tab's sale was resumed and parked again.
  expect(opened.parked.map(({ id }) => id)).toEqual([12, 11])
  expect(storedDraftFields()).toMatchObject({ name: 'Blue jacket', resuming: null })
})

test('a sale that another tab took over is not reported as resumed', async () => {
  const opened = await openParkedSales({
    take: () => {
      changeInOtherTab({ key: 'adopted-key', name: 'Blue jacket', resuming: null })
      return ok(jacket)()
    },
  })
  await openSheet(opened)
  await opened.user.click(await sheet().findByRole('button', { name: 'Resume Blue jacket' }))
  expect((await sheet().findByRole('alert')).textContent).toBe(
    'Error: This browser has already resumed this sale.',
  )
  expect(screen.queryByText('Sale resumed.')).toBeNull()
})
