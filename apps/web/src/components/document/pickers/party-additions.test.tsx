import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { ada, dora, many, onChange, openPartySelect } from '@/test/screens/party-select-screen'

const add = (name: string) => screen.queryByRole('option', { name: `Add "${name}"` })

test('a text without a match offers to add it, and the new party is chosen', async () => {
  const { user, button, field, show: update } = openPartySelect()
  await user.keyboard('Dora Maar{Enter}')
  expect(screen.queryByRole('dialog', { name: /^Add/ })).toBeNull()
  await user.clear(field())
  await user.keyboard(' Dora ')
  await user.tab()
  expect(document.activeElement).toBe(add('Dora'))
  await user.keyboard('{Enter}')
  expect(screen.queryByRole('listbox')).toBeNull()
  await user.click(within(screen.getByRole('dialog', { name: 'Add Dora' })).getByText('Save'))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(onChange.mock.calls).toEqual([[{ id: 80, name: 'Dora' }]])
  expect(button.textContent).toBe('Dora')
  // The list has it later, and may lose it again.
  const gone = 'This customer was deleted. Please choose another.'
  expect(screen.queryByText(gone)).toBeNull()
  update({ data: [ada, dora] })
  update({ data: [ada] })
  expect(screen.getByText(gone)).toBeTruthy()
})

test('a text with matches can be added too, unless a party has exactly this name', async () => {
  const { user, field, active } = openPartySelect()
  await user.keyboard('ada')
  expect(active()).toContain('Ada Fashola')
  expect(add('ada')).toBeTruthy()
  await user.keyboard(' FASHOLA ')
  expect(active()).toContain('Ada Fashola')
  expect(add('ada FASHOLA')).toBeNull()
  await user.clear(field())
  expect(screen.queryByRole('option', { name: /^Add/ })).toBeNull()
  await user.keyboard('ada{Enter}')
  expect(onChange.mock.calls).toEqual([[{ id: 1, name: 'Ada Fashola' }]])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test.each([
  ['with matches', 'Walk-in 1', '{ArrowUp}{ArrowUp}{ArrowDown}'],
  ['after the last match', 'ada', '{ArrowDown}'],
  ['without matches', 'Dora', '{ArrowDown}'],
])(
  'the arrow keys reach the offer to add a party %s, and Enter adds it @long',
  async (_, name, keys) => {
    // The list of the first search has eleven matches.
    const { user, field, active } = openPartySelect({
      data: [ada, ...many.map((row) => ({ ...row, name: `${row.name}.` }))],
    })
    await user.keyboard(name)
    await user.keyboard(keys)
    const offer = add(name)
    expect(active()).toBe(`Add "${name}"`)
    expect(field().getAttribute('aria-activedescendant')).toBe(offer?.id)
    expect(screen.getByRole('listbox').getAttribute('aria-owns')).toBe(offer?.id)
    expect(field().getAttribute('aria-controls')).toBe(screen.getByRole('listbox').id)
    expect(document.activeElement).toBe(field())
    await user.keyboard('{Enter}')
    expect(screen.getByRole('dialog', { name: `Add ${name}` })).toBeTruthy()
    expect(onChange).not.toHaveBeenCalled()
  },
)

test('an offer that disappears while it is active leaves Enter without a choice', async () => {
  const { user, show: update } = openPartySelect({ data: [ada] })
  await user.keyboard('ada{ArrowDown}')
  update({ data: [ada, { ...ada, id: 3, name: 'Ada' }] })
  expect(add('ada')).toBeNull()
  await user.keyboard('{Enter}')
  expect(onChange).not.toHaveBeenCalled()
  expect(screen.queryByRole('dialog', { name: /^Add/ })).toBeNull()
  await user.keyboard('{ArrowDown}{Enter}')
  expect(onChange).toHaveBeenCalledOnce()
})

test('Tab leaves the offer to add a party', async () => {
  const { user } = openPartySelect()
  await user.keyboard('Dora')
  await user.tab()
  await user.tab()
  expect(add('Dora')).toBeNull()
  expect(document.activeElement).toBe(screen.getByLabelText('Next'))
})
