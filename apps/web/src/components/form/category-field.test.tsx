import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useForm } from 'react-hook-form'
import { expect, test, vi } from 'vitest'

import { CategoryField } from './category-field'

const tea = { id: 1, name: 'Tea' }
const coffee = { id: 2, name: 'Coffee' }

interface FormProps {
  load: () => Promise<(typeof tea)[]>
  chosen: number | ''
  current?: typeof tea | null
}

function Form({ load, chosen, current }: FormProps) {
  const categories = useQuery({ queryKey: ['categories'], queryFn: load, retry: false })
  const { control, handleSubmit } = useForm({ defaultValues: { categoryId: chosen } })
  return (
    <form onSubmit={(event) => void handleSubmit(({ categoryId }) => save(categoryId))(event)}>
      <CategoryField
        control={control}
        name="categoryId"
        categories={categories}
        current={current}
      />
      <button>Save</button>
    </form>
  )
}

const save = vi.fn<(id: number | string) => void>()

function show(props: FormProps) {
  save.mockClear()
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Form {...props} />
    </QueryClientProvider>,
  )
  const select = screen.getByLabelText<HTMLSelectElement>('Category')
  const selectedText = () => select.selectedOptions[0]?.textContent
  return { select, selectedText, user: userEvent.setup() }
}

// @holds spec 2.87, 5.8
test('the category field starts empty and submits the id of the chosen category', async () => {
  const { select, selectedText, user } = show({ load: async () => [tea, coffee], chosen: '' })
  expect(selectedText()).toBe('Loading categories...')
  await waitFor(() => expect(selectedText()).toBe('Select category'))
  await user.selectOptions(select, 'Coffee')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(save).toHaveBeenCalledWith('2')
})

test('the category field shows and keeps the category of a record while the list loads', async () => {
  let arrive = (_list: (typeof tea)[]) => {}
  const load = () => new Promise<(typeof tea)[]>((resolve) => (arrive = resolve))
  const { select, selectedText, user } = show({ load, chosen: 2, current: coffee })
  expect(selectedText()).toBe('Coffee')
  arrive([tea, coffee])
  await waitFor(() => expect(select.disabled).toBe(false))
  expect(selectedText()).toBe('Coffee')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(save).toHaveBeenCalledWith(2)
})

test('the category field asks for another category if the category of the record was deleted', async () => {
  const { select, selectedText, user } = show({
    load: async () => [tea],
    chosen: '',
    current: null,
  })
  await waitFor(() => expect(selectedText()).toBe('Select category'))
  const hint = 'Its category was deleted. Please choose another.'
  expect(screen.getByText(hint).id).toBe(select.getAttribute('aria-describedby'))
  await user.selectOptions(select, 'Tea')
  expect(screen.queryByText(hint)).toBeNull()
})

test('the category field is empty if the category of the record is missing from the list', async () => {
  const { selectedText } = show({ load: async () => [tea], chosen: 2, current: coffee })
  await waitFor(() => expect(selectedText()).toBe('Select category'))
})

test('the category field shows a load error and keeps the focus on its retry button', async () => {
  let answer = (_list: (typeof tea)[] | null) => {}
  const load = vi.fn<FormProps['load']>(
    () =>
      new Promise((resolve, reject) => {
        answer = (list) => (list ? resolve(list) : reject(new Error('gone')))
      }),
  )
  const { select, selectedText, user } = show({ load, chosen: '' })
  answer(null)
  const note = await screen.findByText('Error loading categories.')
  expect(note.id).toBe(select.getAttribute('aria-describedby'))

  const retry = screen.getByRole('button', { name: 'Load categories again' })
  const isBusy = () => retry.getAttribute('aria-disabled') === 'true'
  await user.click(retry)
  await waitFor(() => expect(isBusy()).toBe(true))
  await user.keyboard('{Enter}')
  expect(load).toHaveBeenCalledTimes(2)
  answer(null)
  await waitFor(() => expect(isBusy()).toBe(false))
  expect(document.activeElement).toBe(retry)

  await user.keyboard('{Enter}')
  answer([tea])
  await waitFor(() => expect(select.disabled).toBe(false))
  expect(selectedText()).toBe('Select category')
  expect(screen.queryByText('Error loading categories.')).toBeNull()
  expect(retry.isConnected).toBe(false)
  expect(document.activeElement).toBe(select)
})

test('a successful retry leaves the focus where the user moved it', async () => {
  const load = vi.fn<FormProps['load']>(() => Promise.reject(new Error('gone')))
  const { select, user } = show({ load, chosen: '' })
  const retry = await screen.findByRole('button', { name: 'Load categories again' })
  let arrive = () => {}
  load.mockReturnValue(new Promise((resolve) => (arrive = () => resolve([tea]))))
  await user.click(retry)
  await user.tab()
  arrive()
  await waitFor(() => expect(select.disabled).toBe(false))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Save' }))
})

test('the category field takes no focus if the list loads without a retry', async () => {
  const load = vi.fn<FormProps['load']>(() => Promise.reject(new Error('gone')))
  const { select } = show({ load, chosen: '' })
  await screen.findByText('Error loading categories.')
  load.mockResolvedValue([tea])
  window.dispatchEvent(new Event('visibilitychange'))
  await waitFor(() => expect(select.disabled).toBe(false))
  expect(document.activeElement).toBe(document.body)
})
