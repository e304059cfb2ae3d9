import { act, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'

import { toastSuccess } from '@/lib/toast'
import { toasters } from '@/test/toasters'
import { ModalDialog } from './crud/modal-dialog'

test.each(toasters)(
  '%s leaves the focus in the page after an action @long',
  async (_name, Shown) => {
    render(
      <>
        <main id="main" tabIndex={-1}>
          <input />
        </main>
        <Shown />
      </>,
    )
    act(() => toastSuccess('Deleted', { label: 'Undo', run: () => {} }))
    const button = await screen.findByRole('button', { name: 'Undo' })
    screen.getByRole('textbox').focus()
    act(() => button.click())
    expect(document.activeElement).toBe(screen.getByRole('textbox'))
  },
)

test.each(toasters)('%s stays accessible beside a dialog @long', async (_name, Shown) => {
  const page = (dialog: ReactNode) => (
    <>
      <main>Expenses</main>
      <Shown />
      {dialog}
    </>
  )
  const { rerender } = render(page(null))
  act(() => toastSuccess('Deleted', { label: 'Undo', run: () => {} }))
  const button = await screen.findByRole('button', { name: 'Undo' })
  rerender(
    page(
      <ModalDialog title="Add" description="One" isBusy={false} onClose={() => {}}>
        <input />
      </ModalDialog>,
    ),
  )
  expect(screen.queryByRole('main')).toBeNull()
  expect(screen.getByRole('button', { name: 'Undo' })).toBe(button)
})
