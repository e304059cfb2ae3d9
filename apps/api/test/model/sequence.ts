import fc from 'fast-check'
import { smallerStep, step, type Step } from './plan'

const length = 50
const whole = fc.array(step, { minLength: length, maxLength: length })
const shorter = fc.array(smallerStep, { minLength: 1, maxLength: length })

/** Sequences of exactly 50 steps, which nevertheless become shorter where one of them fails. */
class Sequences extends fc.Arbitrary<Step[]> {
  generate(random: fc.Random, bias: number | undefined): fc.Value<Step[]> {
    return new fc.Value(whole.generate(random, bias).value_, undefined)
  }

  canShrinkWithoutContext(value: unknown): value is Step[] {
    return shorter.canShrinkWithoutContext(value)
  }

  shrink(value: Step[], context: unknown): fc.Stream<fc.Value<Step[]>> {
    return shorter.shrink(value, context)
  }
}

export const sequences = new Sequences()
