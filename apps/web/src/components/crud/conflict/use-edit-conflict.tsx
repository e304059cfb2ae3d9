import { useState, type FormEvent, type ReactNode } from 'react'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'

import type { ChoosableField } from '@/components/form/field-choices'
import { ApiError, isTransient } from '@/lib/api/api-client'
import { importOrReload } from '@/lib/lazy-import'
import type { Question } from './edit-conflict'
import type { useKeptForm } from '@/components/crud/use-kept-form'

interface Conflict<Row> {
  /** The code that merges and asks. Few edits need it, so it is fetched with the first conflict. */
  parts: typeof import('./edit-conflict')
  /** The newest first. */
  messages: string[]
  questions: Question[]
  /** The fields of the questions that are answered. */
  answered: string[]
  /** The user wanted to save before all were. */
  isMissed: boolean
  /** The record that the questions are about. */
  theirs: Row | null
  isDeleted: boolean
}

interface Options<Row extends { id: number }, Input, Values extends FieldValues> {
  kept: ReturnType<typeof useKeptForm<Row, Input, Values>>
  valuesOf: (row: Row) => object
  /** Saves the edit if the record still has the version of the row. */
  send: (input: Input, row: Row) => Promise<unknown>
  restore?: ((row: Row) => Promise<unknown>) | undefined
}

/** Another user has changed or deleted the record meanwhile. The form says so, so no toast repeats it. */
export function isEditConflict(error: unknown): error is ApiError {
  // A proxy may answer 412 or 404 too, without these details.
  return error instanceof ApiError && ('current' in error.conflict || 'deletedAt' in error.conflict)
}

/**
 * Saves an edit, and merges it if another user has saved one meanwhile. Asks only about fields that both changed
 * to different values.
 */
export function useEditConflict<
  Row extends { id: number; version?: number },
  Input,
  Values extends FieldValues,
>({ kept, valuesOf, send, restore }: Options<Row, Input, Values>) {
  const { path, form, origin, rebase, noteUnanswered } = kept
  const [conflict, setConflict] = useState<Conflict<Row> | null>(null)

  function amend(changes: Partial<Conflict<Row>>) {
    setConflict((now) => now && { ...now, ...changes })
  }

  /** Returns false if the form must ask the user first. */
  async function save(input: Input): Promise<boolean> {
    if (conflict?.theirs) {
      // The user has seen this version and decided.
      rebase(conflict.theirs, { ...valuesOf(conflict.theirs) }, {})
      amend({ theirs: null, questions: [] })
    }
    if (conflict?.isDeleted) {
      await restore?.(readRow())
      amend({
        isDeleted: false,
        messages: ['You restored this record. Your changes are not saved yet.'],
      })
    }
    return sendMerged(input)
  }

  async function sendMerged(input: Input): Promise<boolean> {
    const sent = form.getValues()
    try {
      await send(input, readRow())
      return true
    } catch (error) {
      if (isTransient(error)) noteUnanswered(sent)
      if (!isEditConflict(error)) throw error
      const merged = await merge(error)
      return merged === undefined ? false : sendMerged(merged)
    }
  }

  function readRow() {
    const { row } = origin.current
    if (row === 'new') throw new Error('A new record has no other version.')
    return row
  }

  /** Returns the merged input, or undefined if the user must decide. */
  async function merge(error: ApiError): Promise<Input | undefined> {
    const before = readRow()
    // The API would refuse the same version for ever.
    if (error.conflict.current?.version === before.version) throw error
    const parts = await importOrReload(() => import('./edit-conflict'))
    const message = parts.describeConflict(error.conflict, path)
    const show = (changes: Partial<Conflict<Row>>) =>
      setConflict((earlier) => ({
        parts,
        messages: [message, ...(earlier?.messages.filter((text) => text !== message) ?? [])],
        questions: [],
        answered: [],
        isMissed: false,
        theirs: null,
        isDeleted: false,
        ...changes,
      }))

    const theirs = error.conflict.current as Row | undefined
    if (!theirs) {
      show({ isDeleted: true })
      return undefined
    }
    const theirValues = { ...valuesOf(theirs) }
    const { merged, questions } = parts.mergeConflict({
      base: origin.current.values,
      mine: form.getValues(),
      theirs: theirValues,
      unanswered: origin.current.unanswered,
    })
    if (questions.length === 0) {
      show({})
      rebase(theirs, theirValues, merged)
      return readInput(form)
    }
    show({ theirs, questions })
    // A reload loses the questions. With the version of before, the next save brings them up again.
    rebase(before, theirValues, merged)
    return undefined
  }

  function isOpen(question: Question) {
    const value: unknown = form.getValues(question.name as FieldPath<Values>)
    return (
      !conflict?.answered.includes(question.name) && conflict?.parts.isUntouched(question, value)
    )
  }

  /** Saves the valid form, or leads to the first question that is open. */
  function submit(
    event: FormEvent<HTMLFormElement>,
    saveForm: (input: Input, formElement: HTMLFormElement) => Promise<void>,
  ) {
    const formElement = event.currentTarget
    if (!conflict?.questions.some(isOpen)) {
      void form.handleSubmit((input) => saveForm(input, formElement))(event)
      return
    }
    event.preventDefault()
    amend({ isMissed: true })
    focusQuestion(formElement)
  }

  function answer(name: string) {
    setConflict((now) => now && { ...now, answered: [...now.answered, name] })
  }

  function choiceOf(field: ChoosableField): ReactNode {
    const question = conflict?.questions.find(({ name }) => name === field.name)
    if (!conflict || !question) return null
    return (
      <conflict.parts.FieldChoice
        form={form as UseFormReturn<Values, unknown, never>}
        field={field}
        question={question}
        isAnswered={conflict.answered.includes(question.name)}
        isMissed={conflict.isMissed}
        onAnswer={() => answer(question.name)}
      />
    )
  }

  const notice = conflict && (
    <conflict.parts.ConflictNotice
      messages={conflict.messages}
      hasQuestions={conflict.questions.length > 0}
      isDeleted={conflict.isDeleted}
      canRestore={restore !== undefined}
    />
  )
  return { save, submit, notice, choiceOf, isDeleted: conflict?.isDeleted ?? false }
}

/** Moves the focus to the first question without an answer. */
export function focusQuestion(form: HTMLElement) {
  form.querySelector<HTMLElement>('[data-slot=field-choice][data-open=true] input')?.focus()
}

/** The values of the form by its rules, or undefined if they break one. */
function readInput<Input, Values extends FieldValues>(form: UseFormReturn<Values, unknown, Input>) {
  return new Promise<Input | undefined>((resolve, reject) => {
    form
      .handleSubmit(resolve, () => resolve(undefined))()
      .catch(reject)
  })
}
