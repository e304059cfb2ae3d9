import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type ComponentProps, useRef, useState } from 'react'
import { vi } from 'vitest'

import type { PartyRow } from '@/components/document/pickers/party-list'
import { type NewPartyDialog, PartySelect } from '@/components/document/pickers/party-select'
import type { Party } from '@/lib/drafts/draft'

export const ada = { id: 1, name: 'Ada Fashola', email: 'ada@shop.test', phone: null }
export const emile = { id: 2, name: 'Émile Zola', email: null, phone: '+44 20 7946 0018' }
export const many = Array.from({ length: 60 }, (_, at) => ({
  id: 10 + at,
  name: `Walk-in ${at}`,
  email: null,
  phone: null,
}))

interface ScreenProps {
  label?: string
  data?: PartyRow[] | undefined
  isError?: boolean
  /** The initial choice. */
  first?: Party | null
  error?: string
  /** The choice of this till, if its users may set one. */
  usual?: Party | null
}

export const refetch = vi.fn<() => void>()
export const dora = { id: 80, name: 'Dora', email: null, phone: null }

function NewParty({ name, onCreated, onClose }: ComponentProps<NewPartyDialog>) {
  return (
    <dialog open aria-label={`Add ${name}`}>
      <button
        type="button"
        onClick={() => {
          onCreated(dora)
          onClose()
        }}
      >
        Save
      </button>
    </dialog>
  )
}
export const onChange = vi.fn<(party: Party) => void>()
export const onUsual = vi.fn<(party: Party | null) => void>()

function Screen(props: ScreenProps) {
  const { label = 'Customer', data, isError = false, first = null, error, usual } = props
  const ref = useRef<HTMLButtonElement>(null)
  const [value, setValue] = useState(first)
  return (
    <main id="main">
      <PartySelect
        ref={ref}
        label={label}
        placeholder="Select Customer"
        list={{ data, isError, refetch }}
        Dialog={NewParty}
        value={value}
        onChange={(party) => {
          onChange(party)
          setValue(party)
        }}
        failure="Failed to load customers."
        error={error}
        usual={usual === undefined ? undefined : { party: usual, noun: 'order', onChange: onUsual }}
      />
      <input aria-label="Next" />
    </main>
  )
}

export function openPartySelect(props: ScreenProps = { data: [ada, emile, ...many] }) {
  onChange.mockReset()
  refetch.mockReset()
  const view = render(<Screen {...props} />)
  const button = screen.getByRole('combobox', { name: new RegExp(`^${props.label ?? 'Customer'}`) })
  button.focus()
  return {
    user: userEvent.setup(),
    button,
    show: (next: ScreenProps) => view.rerender(<Screen {...next} />),
    field: () => screen.getByRole<HTMLInputElement>('combobox', { name: /^Search/ }),
    options: () =>
      screen
        .queryAllByRole('option')
        .map(({ textContent }) => textContent)
        .filter((text) => !text.startsWith('Add ')),
    active: () => screen.getByRole('option', { selected: true }).textContent,
  }
}
