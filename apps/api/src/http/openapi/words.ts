/** What is described, as a sentence says it: 'category', 'a category', 'categories'. */
export type Words = { one: string; a: string; many: string }

/** 'expense categories' stand under the tag 'Expense categories'. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** An 'expense category' is of the schema 'ExpenseCategory', and made by 'createExpenseCategory'. */
export function typeName(text: string): string {
  return text.split(' ').map(capitalized).join('')
}
