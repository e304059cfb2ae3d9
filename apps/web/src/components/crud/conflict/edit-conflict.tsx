import type { ConflictDetails } from '@stockie/contracts'
import { useId, useState } from 'react'
import {
  useWatch,
  type FieldPath,
  type FieldValues,
  type PathValue,
  type UseFormReturn,
} from 'react-hook-form'

import type { ChoosableField } from '@/components/form/field-choices'
import { toDay } from '@/lib/dates'
import { formatDay, formatTime } from '@/lib/format'
import { findArrived, isSame, mergeEdits, type Values } from './merge-edits'

/** A field that both users changed. */
export interface Question {
  name: string
  theirs: unknown
  mine: unknown
}

interface Edits {
  base: Values
  mine: Values
  theirs: Values
  /** The values of each save whose answer is unknown. */
  unanswered: readonly Values[]
}

/** Merges an edit with the record as another user left it. */
export function mergeConflict({ base, mine, theirs, unanswered }: Edits) {
  const arrived = findArrived(unanswered, { base, theirs })
  const { merged, asked } = mergeEdits(
    { base: arrived ?? base, mine, theirs },
    { hasUnanswered: unanswered.length > 0 },
  )
  const questions = asked.map((name): Question => ({
    name,
    theirs: theirs[name],
    mine: mine[name],
  }))
  return { merged, questions }
}

/** 'Mia changed this record at 14:03', in the browser's time zone. The path is that of the record in the API. */
export function describeConflict(
  { changedAt, changedByName, deletedAt, deletedByName }: ConflictDetails,
  path: string,
) {
  const isDeletion = deletedAt !== undefined
  const noun = path === 'shop' ? 'the settings' : 'this record'
  if (!isDeletion && changedAt === undefined) return `Another user changed ${noun} meanwhile`
  const name = (isDeletion ? deletedByName : changedByName) ?? 'The command line'
  const moment = new Date(deletedAt ?? changedAt ?? Number.NaN)
  const day = toDay(moment)
  const onDay = day === toDay(new Date()) ? '' : `on ${formatDay(day)} `
  const deletion = path === 'users' ? 'removed this account' : 'deleted this record'
  return `${name} ${isDeletion ? deletion : `changed ${noun}`} ${onDay}at ${formatTime(moment)}`
}

interface ConflictNoticeProps {
  /** The newest first. */
  messages: readonly string[]
  hasQuestions: boolean
  isDeleted: boolean
  canRestore: boolean
}

export function ConflictNotice({ messages, ...situation }: ConflictNoticeProps) {
  const advice = adviceIn(situation)
  return (
    <div
      role="alert"
      // In a dialog it stays in view beside the questions.
      className="z-10 grid gap-1 rounded-md border border-warning/40 bg-background px-4 py-3 text-sm break-words in-[[role=dialog]]:sticky in-[[role=dialog]]:-top-3"
    >
      {messages.map((message) => (
        <p key={message} className="font-medium">
          {message}
        </p>
      ))}
      {advice !== undefined && <p className="text-muted-foreground">{advice}</p>}
    </div>
  )
}

function adviceIn(situation: Omit<ConflictNoticeProps, 'messages'>) {
  const { hasQuestions, isDeleted, canRestore } = situation
  if (hasQuestions) {
    return 'Choose Theirs or Mine where you both changed a field. All other changes are in the form.'
  }
  if (!isDeleted) return undefined
  // Only accounts cannot be restored.
  return canRestore
    ? 'You can restore it with what you entered.'
    : 'What you entered cannot be saved. Add the account again if it is still needed.'
}

interface FieldChoiceProps<Form extends FieldValues> {
  form: UseFormReturn<Form, unknown, never>
  field: ChoosableField
  question: Question
  isAnswered: boolean
  /** The user wanted to save without a choice. */
  isMissed: boolean
  onAnswer: () => void
}

/**
 * Neither value is preselected, and Save asks for a choice: otherwise it would overwrite a value that the user has
 * never seen. Another value that is typed into the field is a choice too, and then counts as mine.
 */
export function FieldChoice<Form extends FieldValues>(props: FieldChoiceProps<Form>) {
  const { form, field, question, isAnswered, isMissed, onAnswer } = props
  const name = question.name as FieldPath<Form>
  const value: unknown = useWatch({ control: form.control, name })
  const [mine, setMine] = useState(question.mine)
  const group = useId()
  const isTheirs = isSame(value, question.theirs)
  if (!isTheirs && value !== mine) setMine(value)
  const isMine = !isTheirs && (isAnswered || !isSame(value, question.mine))
  const isOpen = !isTheirs && !isMine

  function choose(chosen: unknown) {
    form.setValue(name, chosen as PathValue<Form, typeof name>, { shouldValidate: true })
    onAnswer()
  }

  const options = [
    { title: 'Theirs', of: question.theirs, isChosen: isTheirs },
    { title: 'Mine', of: mine, isChosen: isMine },
  ]
  return (
    <div
      role="radiogroup"
      aria-label={`${field.label}: theirs or mine`}
      aria-describedby={isOpen && isMissed ? `${group}-note` : undefined}
      data-slot="field-choice"
      data-open={isOpen}
      className="grid gap-0.5 rounded-md border border-warning/40 p-1 text-sm"
    >
      {options.map(({ title, of, isChosen }) => (
        <label
          key={title}
          className="flex cursor-pointer items-start gap-2.5 rounded-sm px-2 py-2.5 transition-colors hover:bg-muted has-checked:bg-muted"
        >
          <input
            type="radio"
            name={group}
            checked={isChosen}
            onChange={() => choose(of)}
            // The focus scrolls so far that the notice does not cover the field.
            className="mt-0.5 size-4 shrink-0 scroll-mt-64 appearance-none rounded-full border border-input outline-offset-2 checked:border-[5px] checked:border-primary focus-visible:outline-2 focus-visible:outline-ring"
          />
          <span className="w-12 shrink-0 text-muted-foreground">{title}</span>
          <ChosenText text={(field.textOf ?? String)(of ?? '')} />
        </label>
      ))}
      {isOpen && isMissed && (
        <p id={`${group}-note`} className="px-2 pb-1 text-[0.8125rem]/4.5 text-destructive">
          Choose Theirs or Mine
        </p>
      )}
    </div>
  )
}

function ChosenText({ text }: { text: string }) {
  if (text.trim() === '') return <span className="text-muted-foreground italic">Empty</span>
  return <span className="line-clamp-3 min-w-0 break-words whitespace-pre-line">{text}</span>
}

/** Whether the field still has the value that it had when the question came up. */
export function isUntouched({ mine }: Question, value: unknown) {
  return isSame(value, mine)
}
