import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { owner, renderApp } from '@/test/app-harness'
import { delayAnswer, ok, okPage, refuse, stubApi } from '@/test/api-stub'
import { inCount, lamp, mug, openCount } from '@/test/screens/stock-count-screen'

test('the list has the products in the order of their names, each with what is expected and counted', async () => {
  const { sheet } = await openCount(inCount(101))
  expect(sheet.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'LampKitchenExpected 3',
    expect.stringMatching(
      /^Mug4006381333931 · KitchenExpected 14 · by Olivia Berg, 21 Nov 2026, \d\d:05$/,
    ),
  ])
  expect(sheet.getByRole<HTMLInputElement>('textbox', { name: 'Counted Mug' }).value).toBe('12')
  expect(sheet.getByText('1 of 2 counted')).toBeTruthy()
})

test('a blind count does not show what is expected @long', async () => {
  const { sheet } = await openCount({
    ...inCount(102),
    blind: true,
    // The API hides it too. A poll may bring it after another user has finished.
    lines: [{ ...lamp, expected: 3 }],
  })
  expect(sheet.queryByText(/Expected/)).toBeNull()
})

test('a typed number is saved on Enter, and the focus goes on to the next product @long', async () => {
  const answered = { ...lamp, counted: 4, entries: 1, countedByName: 'Nora Lindqvist' }
  const { sheet, user, calls } = await openCount(inCount(103), {
    'PUT /stock-counts/103/products/7': ok(answered),
  })
  await user.type(sheet.getByRole('textbox', { name: 'Counted Lamp' }), '4{Enter}')
  expect(document.activeElement).toBe(sheet.getByRole('textbox', { name: 'Counted Mug' }))
  expect(await sheet.findByText('2 of 2 counted')).toBeTruthy()
  expect(calls.filter(({ name }) => name.startsWith('PUT'))).toMatchObject([
    { body: { counted: 4, mode: 'replace', entries: 0 }, key: expect.any(String) },
  ])
})

test('text that is no number is refused beside its field @long', async () => {
  const { sheet, user, calls } = await openCount(inCount(104))
  const field = sheet.getByRole<HTMLInputElement>('textbox', { name: 'Counted Mug' })
  await user.clear(field)
  await user.type(field, '1.5{Enter}')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(sheet.getByText('Enter a whole number, 0 or more.')).toBeTruthy()
  expect(document.activeElement).toBe(field)
  expect(calls.some(({ name }) => name.startsWith('PUT'))).toBe(false)
})

test('a number that is typed when Escape closes the sheet is saved @long', async () => {
  const { sheet, user, calls } = await openCount(inCount(112), {
    'PUT /stock-counts/112/products/7': ok({ ...lamp, counted: 4, entries: 1 }),
  })
  await user.type(sheet.getByRole('textbox', { name: 'Counted Lamp' }), '4{Escape}')
  await waitFor(() =>
    expect(calls.find(({ name }) => name.startsWith('PUT'))?.body).toMatchObject({ counted: 4 }),
  )
})

test('a second number of a product asks whether it is added or replaces the first @long', async () => {
  const { sheet, user, calls } = await openCount(inCount(105), {
    'PUT /stock-counts/105/products/6': ok({ ...mug, counted: 17, entries: 2 }),
  })
  const field = sheet.getByRole<HTMLInputElement>('textbox', { name: 'Counted Mug' })
  await user.clear(field)
  await user.type(field, '5{Enter}')
  const question = within(sheet.getByRole('region', { name: 'Mug was counted twice' }))
  expect(document.activeElement).toBe(question.getByRole('button', { name: 'Replace: 5' }))
  expect(sheet.getByRole('button', { name: 'Finish' }).getAttribute('aria-disabled')).toBe('true')
  await user.click(question.getByRole('button', { name: 'Add: 17' }))
  await waitFor(() => expect(field.value).toBe('17'))
  expect(document.activeElement).toBe(field)
  expect(sheet.queryByRole('alert')).toBeNull()
  expect(calls.find(({ name }) => name.startsWith('PUT'))?.body).toEqual({
    counted: 5,
    mode: 'add',
    entries: 1,
  })
})

test('a product that another user counts at the same moment asks too @long', async () => {
  const newer = { ...lamp, counted: 9, entries: 1, countedByName: 'Olivia Berg' }
  let isCounted = false
  const { sheet, user } = await openCount(inCount(106), {
    'GET /stock-counts/106': () =>
      Response.json(isCounted ? { ...inCount(106), lines: [mug, newer] } : inCount(106)),
    'PUT /stock-counts/106/products/7'() {
      isCounted = true
      return refuse(409, { detail: 'Olivia Berg counted 9 meanwhile.' })()
    },
  })
  await user.type(sheet.getByRole('textbox', { name: 'Counted Lamp' }), '4{Enter}')
  const question = within(await sheet.findByRole('region', { name: 'Lamp was counted twice' }))
  expect(await question.findByRole('button', { name: 'Add: 13' })).toBeTruthy()
  await user.click(question.getByRole('button', { name: 'Keep 9' }))
  expect(sheet.getByRole<HTMLInputElement>('textbox', { name: 'Counted Lamp' }).value).toBe('9')
})

test('a question takes no focus from the field of another product @long', async () => {
  const answer = delayAnswer(refuse(409, { detail: 'Olivia Berg counted 9 meanwhile.' }))
  const { sheet, user } = await openCount(inCount(120), {
    'PUT /stock-counts/120/products/7': answer.answer,
  })
  await user.type(sheet.getByRole('textbox', { name: 'Counted Lamp' }), '4{Enter}')
  const next = sheet.getByRole('textbox', { name: 'Counted Mug' })
  expect(document.activeElement).toBe(next)
  answer.release()
  await sheet.findByRole('region', { name: 'Lamp was counted twice' })
  expect(document.activeElement).toBe(next)
})

test('a refused text stays in its field during another entry, and Finish leads to it @long', async () => {
  const { sheet, user, calls } = await openCount(inCount(121), {
    'PUT /stock-counts/121/products/7': ok({ ...lamp, counted: 3, entries: 1 }),
  })
  const mugField = sheet.getByRole<HTMLInputElement>('textbox', { name: 'Counted Mug' })
  await user.clear(mugField)
  await user.type(mugField, '1x')
  await user.type(sheet.getByRole('textbox', { name: 'Counted Lamp' }), '3{Enter}')
  await sheet.findByText('2 of 2 counted')
  expect(mugField.value).toBe('1x')
  await user.click(sheet.getByRole('button', { name: 'Finish' }))
  expect(document.activeElement).toBe(mugField)
  expect(calls.some(({ name }) => name.endsWith('/finish'))).toBe(false)
})

test('a counted product leaves the filter at the number of the next one @long', async () => {
  const vase = { ...lamp, productId: 8, name: 'Vase' }
  const shown = { ...inCount(107), lines: [mug, lamp, vase] }
  const { sheet, user } = await openCount(shown, {
    'PUT /stock-counts/107/products/7': ok({ ...lamp, counted: 4, entries: 1 }),
    'PUT /stock-counts/107/products/8': ok({ ...vase, counted: 1, entries: 1 }),
  })
  const namesShown = () =>
    within(sheet.getByRole('list', { name: 'Products to count' }))
      .queryAllByRole('textbox')
      .map((field) => field.getAttribute('aria-label'))
  await user.click(sheet.getByRole('checkbox', { name: 'Not yet counted' }))
  expect(namesShown()).toEqual(['Counted Lamp', 'Counted Vase'])
  await user.type(sheet.getByRole('textbox', { name: 'Counted Lamp' }), '4{Enter}')
  await sheet.findByText('2 of 3 counted')
  expect(namesShown()).toEqual(['Counted Lamp', 'Counted Vase'])
  await user.keyboard('1{Enter}')
  await sheet.findByText('3 of 3 counted')
  expect(namesShown()).toEqual(['Counted Vase'])
  expect(sheet.getByText(/^Every product is counted/)).toBeTruthy()
})

test('the list of counts hides the differences of a blind and of a discarded count @long', async () => {
  const row = { ...inCount(117), counted: 1 }
  stubApi({
    'POST /auth/verify': ok({ user: owner }),
    'GET /products': ok([]),
    'GET /categories': ok([]),
    'GET /stock-counts?*': okPage([
      { ...row, id: 117, blind: true },
      { ...row, id: 118, state: 'discarded' },
      { ...row, id: 119 },
    ]),
  })
  const { user } = renderApp('/product', 't1')
  await user.click(await screen.findByRole('button', { name: 'Count stock' }))
  const items = await screen.findAllByRole('article')
  const differ = items.map(({ textContent }) => /\d product differs/.test(textContent))
  expect(differ).toEqual([false, false, true])
})

test('the sheet says that the counts cannot be loaded, and tries again @long', async () => {
  const answers = [refuse(500), okPage([])]
  stubApi({
    'POST /auth/verify': ok({ user: owner }),
    'GET /products': ok([]),
    'GET /categories': ok([]),
    'GET /stock-counts?*': () => (answers.shift() ?? okPage([]))(),
  })
  const { user } = renderApp('/product', 't1')
  await user.click(await screen.findByRole('button', { name: 'Count stock' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Count stock' }))
  expect((await sheet.findByRole('alert')).textContent).toBe('Error loading the counts.')
  await user.click(sheet.getByRole('button', { name: 'Try again' }))
  expect(await sheet.findByText(/^Nothing was counted yet/)).toBeTruthy()
})

test('Finish waits for the number that the click has just left @long', async () => {
  const answer = delayAnswer(ok({ ...lamp, counted: 4, entries: 1 }))
  const finished = { ...inCount(113), state: 'finished' }
  let isFinished = false
  const { sheet, user, calls } = await openCount(inCount(113), {
    'PUT /stock-counts/113/products/7': answer.answer,
    'GET /stock-counts/113': () => Response.json(isFinished ? finished : inCount(113)),
    'POST /stock-counts/113/finish'() {
      isFinished = true
      return Response.json(finished)
    },
  })
  await user.type(sheet.getByRole('textbox', { name: 'Counted Lamp' }), '4')
  await user.click(sheet.getByRole('button', { name: 'Finish' }))
  expect(sheet.getByText('Saving...')).toBeTruthy()
  expect(calls.some(({ name }) => name.endsWith('/finish'))).toBe(false)
  answer.release()
  expect(await sheet.findByRole('button', { name: 'Post' })).toBeTruthy()
})

test('the list of counts names the numbers that wait, and a toast does when it closes too @long', async () => {
  const { sheet, user } = await openCount(inCount(114))
  const field = sheet.getByRole('textbox', { name: 'Counted Mug' })
  await user.clear(field)
  await user.type(field, '5{Escape}')
  const list = within(await screen.findByRole('dialog', { name: 'Count stock' }))
  expect(await list.findByText('1 number is not saved')).toBeTruthy()
  await user.keyboard('{Escape}')
  const toast = 'Stock count 114: a number of Mug waits for you.'
  expect(await screen.findByText(toast)).toBeTruthy()
})
