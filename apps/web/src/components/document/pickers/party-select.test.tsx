import { cleanup, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import {
  ada,
  emile,
  onChange,
  onUsual,
  openPartySelect,
  refetch,
} from '@/test/screens/party-select-screen'

test('a letter on the select starts the search, and Enter chooses the first result', async () => {
  const { user, button, field, options } = openPartySelect()
  expect(button.textContent).toBe('Select Customer')
  expect(button.getAttribute('aria-expanded')).toBe('false')
  await user.keyboard('emi')
  expect(field().value).toBe('emi')
  expect(document.activeElement).toBe(field())
  expect(button.getAttribute('aria-expanded')).toBe('true')
  expect(options()).toEqual(['Émile Zola+44 20 7946 0018'])
  expect(field().getAttribute('aria-activedescendant')).toBe(
    screen.getByRole('option', { selected: true }).id,
  )
  await user.keyboard('{Enter}')
  expect(onChange.mock.calls).toEqual([[{ id: 2, name: 'Émile Zola' }]])
  expect(button.textContent).toBe('Émile Zola')
  expect(document.activeElement).toBe(button)
  await user.tab()
  expect(document.activeElement).toBe(screen.getByLabelText('Next'))
})

test.each(['ADA', 'fash ada', 'ada@shop', 'emile', '7946 0018', '442079460018'])(
  'the search finds a party by name, e-mail or phone: %s',
  async (search) => {
    const { user, options } = openPartySelect()
    await user.keyboard(search)
    expect(options()).toHaveLength(1)
  },
)

test('the list shows fifty results and the number of others, or a note if there are none', async () => {
  const { user, field, options, active } = openPartySelect()
  await user.keyboard('{ArrowDown}')
  expect(options()).toHaveLength(50)
  expect(screen.getByText('12 more: keep typing')).toBeTruthy()
  await user.keyboard('{End}{ArrowUp}')
  expect(active()).toBe('Walk-in 46')
  await user.keyboard('{End}{ArrowDown}')
  expect(active()).toBe('Ada Fasholaada@shop.test')
  await user.keyboard('{End}walk')
  expect(active()).toBe('Walk-in 0')
  await user.keyboard('ing')
  expect(screen.getByText('No results.')).toBe(screen.getByRole('status'))
  await user.keyboard('{Enter}')
  expect(onChange).not.toHaveBeenCalled()
  expect(document.activeElement).toBe(field())
})

test('the chosen party comes first, so that opening and Enter change nothing', async () => {
  const { user, button, active } = openPartySelect()
  await user.click(button)
  await user.click(screen.getByRole('option', { name: 'Walk-in 7' }))
  expect(document.activeElement).toBe(button)
  await user.keyboard('{Enter}')
  expect(active()).toBe('Walk-in 7chosen')
  await user.keyboard('{Enter}')
  expect(onChange.mock.lastCall).toEqual([{ id: 17, name: 'Walk-in 7' }])
})

test('Escape and Tab close the list without a choice and focus the select or the next field', async () => {
  const { user, button } = openPartySelect()
  await user.keyboard('ada{Escape}')
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(document.activeElement).toBe(button)
  await user.keyboard('ada')
  await user.tab()
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(document.activeElement).toBe(screen.getByLabelText('Next'))
  expect(onChange).not.toHaveBeenCalled()
})

test('the list shows that it loads or failed, and keeps the search for the retry', async () => {
  const { user, field, options, show: showNext } = openPartySelect({})
  await user.keyboard('ada')
  const dialog = screen.getByRole('dialog', { name: 'Customer' })
  expect(within(dialog).getByText('Loading...')).toBeTruthy()
  showNext({ isError: true })
  expect(screen.getByRole('alert').textContent).toBe('Failed to load customers.')
  await user.tab()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Try again' }))
  await user.keyboard('{Enter}')
  expect(refetch).toHaveBeenCalledOnce()
  expect(document.activeElement).toBe(field())
  showNext({ data: [ada, emile] })
  expect(options()).toEqual(['Ada Fasholaada@shop.test'])
})

test('the select shows an error if the chosen party was deleted or rejected', async () => {
  const deletedParty = { id: 99, name: 'Gone Ltd' }
  const { user, button, show: showNext } = openPartySelect({ first: deletedParty })
  const problem = () => document.getElementById(button.getAttribute('aria-describedby') ?? '')
  // Until the list is loaded, the party is not reported as deleted.
  expect(problem()).toBeNull()
  expect(button.getAttribute('aria-invalid')).toBe('false')
  showNext({ data: [ada] })
  expect(problem()?.textContent).toBe('This customer was deleted. Please choose another.')
  expect(button.getAttribute('aria-invalid')).toBe('true')
  await user.keyboard('{Enter}{Enter}')
  expect(button.textContent).toBe('Ada Fashola')
  expect(problem()).toBeNull()
  showNext({ data: [ada], error: 'There is no such customer.' })
  expect(problem()?.textContent).toBe('There is no such customer.')
})

test('a chosen party is shown by its new name after another user renamed it', () => {
  const { button, show: update } = openPartySelect({
    data: [ada, emile],
    first: { id: 1, name: 'Ada' },
  })
  expect(button.textContent).toBe('Ada Fashola')
  update({ data: [{ ...ada, name: 'Ada Lovelace' }, emile] })
  expect(button.textContent).toBe('Ada Lovelace')
  update({ data: [emile] })
  expect(button.textContent).toBe('Ada')
  expect(screen.getByText('This customer was deleted. Please choose another.')).toBeTruthy()
})

test('the parties of an open list keep their places when others change them', async () => {
  const { user, show: update, options, active } = openPartySelect({ data: [ada, emile] })
  await user.keyboard('{ArrowDown}')
  const added = { id: 3, name: 'Bo Diaz', email: null, phone: null }
  update({ data: [added, { ...emile, name: 'Émilie Zola' }] })
  expect(options()).toEqual([
    'Removed: Ada Fasholaada@shop.test',
    'Émilie Zola+44 20 7946 0018',
    'Bo Diaz',
  ])
  // The removed party stays active, so that Enter chooses no other one.
  expect(active()).toContain('Ada Fashola')
  await user.keyboard('{Enter}')
  expect(onChange).not.toHaveBeenCalled()
  await user.keyboard('{ArrowDown}{Enter}')
  expect(onChange.mock.calls).toEqual([[{ id: 2, name: 'Émilie Zola' }]])
})

test('the party select sets and removes the usual party in the words of its document', async () => {
  const { user } = openPartySelect({ data: [ada], first: ada, usual: null })
  await user.keyboard('{ArrowDown}')
  await user.click(
    await screen.findByRole('button', { name: 'Start every order with Ada Fashola' }),
  )
  expect(onUsual).toHaveBeenLastCalledWith({ id: 1, name: 'Ada Fashola' })
  cleanup()

  const again = openPartySelect({ label: 'Supplier', data: [ada], first: ada, usual: ada })
  expect(screen.getByText('The usual supplier of this till')).toBeTruthy()
  await again.user.keyboard('{ArrowDown}')
  await again.user.click(
    await screen.findByRole('button', { name: 'Stop starting every order with Ada Fashola' }),
  )
  expect(onUsual).toHaveBeenLastCalledWith(null)
})
