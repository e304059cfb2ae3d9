import { expenses as contract, type Expense, type ExpenseInput } from '@stockie/contracts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Control, useController } from 'react-hook-form'
import { useNavigate } from 'react-router-dom'
import type { z } from 'zod'

import type { CrudDialogProps } from '@/components/crud/crud-resource'
import { RecordDialog } from '@/components/crud/record-dialog'
import { DateField } from '@/components/date/date-field'
import { CategoryField } from '@/components/form/category-field'
import { NumberField } from '@/components/form/number-field'
import { TextAreaField } from '@/components/form/text-area-field'
import { TextField } from '@/components/form/text-field'
import { presetRange } from '@/lib/date-ranges'
import { toDay } from '@/lib/dates'
import { formatDay } from '@/lib/format'
import { useDateRange } from '@/lib/hooks/use-date-range'
import { useToday } from '@/lib/hooks/use-today'
import { expenseCategories } from '@/resources/expense-categories'
import { expenses } from '@/resources/expenses'

export function ExpenseDialog({ editing, onClose }: CrudDialogProps<Expense>) {
  const list = useQuery(expenseCategories.list())
  const row = editing === 'new' ? null : editing
  const today = useToday()
  const [{ form, notePick }] = useState(() => createDateRule(row))
  const resource = useExpensesWithOffer()
  return (
    <RecordDialog
      resource={resource}
      contract={{ input: form, updateInput: form }}
      editing={editing}
      add={{
        title: 'Add Expense',
        description: 'Add a new expense by filling in the details below.',
      }}
      edit={{ title: 'Edit Expense', description: 'Edit the details of the expense.' }}
      loadError={list.data ? null : list.error}
      // A form that opens again on another day shows the day on which it was filled in.
      alwaysKept={row ? undefined : ['date']}
      valuesOf={(shown) => ({
        name: shown?.name ?? '',
        amount: shown?.amount ?? '',
        date: shown?.day ?? today,
        description: shown?.description ?? '',
        expenseCategoryId:
          shown && shown.expenseCategoryName !== null ? shown.expenseCategoryId : '',
      })}
      onClose={onClose}
    >
      {({ register, control, formState: { errors } }) => (
        <>
          <TextField
            label="Name"
            placeholder="Enter name"
            error={errors.name?.message}
            {...register('name')}
          />
          <NumberField
            label="Amount"
            placeholder="Enter amount"
            error={errors.amount?.message}
            {...register('amount')}
          />
          <ExpenseDate
            control={control}
            ownDay={row?.day ?? null}
            today={today}
            onPick={notePick}
          />
          <TextAreaField
            label="Description"
            placeholder="Enter description"
            rows={3}
            error={errors.description?.message}
            {...register('description')}
          />
          <CategoryField
            control={control}
            name="expenseCategoryId"
            categories={list}
            current={row ? categoryIn(row) : undefined}
          />
        </>
      )}
    </RecordDialog>
  )
}

/** After a save, the toast offers to show the expense's day if the list does not. */
function useExpensesWithOffer() {
  const navigate = useNavigate()
  const { range } = useDateRange(presetRange('Today', useToday()))

  function offer(answer: unknown) {
    const { day } = answer as Expense
    if (range.from <= day && day <= range.to) return undefined
    const path = `/expense?from=${day}&to=${day}`
    return { label: `Show ${formatDay(day)}`, run: () => void navigate(path) }
  }

  const { create, update } = expenses
  return {
    ...expenses,
    create: { ...create, meta: { ...create.meta, offer } },
    update: { ...update, meta: { ...update.meta, offer } },
  }
}

type Values = z.input<typeof contract.input>

/**
 * The form's rules. They leave the date out unless the user chose one or the day that is shown has passed: then
 * the server's clock decides, as for older pages. The first save decides, because a retry must send the same.
 */
function createDateRule(row: Expense | null) {
  let isPicked = false
  let isMoved = false
  let isPresent: boolean | undefined
  const form = contract.input.transform(({ date, ...input }) => {
    if (row) {
      // Another user may have moved the expense, so a date that was changed back is sent too.
      isMoved ||= date !== row.day
      return isMoved ? { ...input, date } : input
    }
    isPresent ??= date === toDay(new Date())
    return isPresent && !isPicked ? input : { ...input, date }
  })

  function notePick() {
    isPicked = true
  }

  return { form, notePick }
}

interface ExpenseDateProps {
  control: Control<Values, unknown, ExpenseInput>
  /** The day of the edited expense; null for a new one. */
  ownDay: string | null
  today: string
  onPick: () => void
}

/** Says before the save if the list will not show the expense: the list keeps its range. */
function ExpenseDate({ control, ownDay, today, onPick }: ExpenseDateProps) {
  const { field, fieldState } = useController({ control, name: 'date' })
  const { ref, name, value, onChange } = field
  const { range } = useDateRange(presetRange('Today', today))
  const usualDay = ownDay ?? today
  const day = value ?? usualDay
  const isNew = ownDay === null
  const isShown = range.from <= day && day <= range.to

  function pick(picked: string) {
    onPick()
    onChange(picked)
  }

  function noteOnDay() {
    if (day === usualDay) return undefined
    if (!isShown) return 'The list does not show this day.'
    return isNew ? 'Not today.' : undefined
  }

  return (
    <DateField
      ref={ref}
      name={name}
      value={day}
      isInDialog
      error={fieldState.error?.message}
      warning={noteOnDay()}
      onToday={isNew ? () => pick(today) : undefined}
      onChange={pick}
    />
  )
}

function categoryIn({ expenseCategoryId, expenseCategoryName }: Expense) {
  return expenseCategoryName === null ? null : { id: expenseCategoryId, name: expenseCategoryName }
}
