import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Strict, Text, Type } from '../../platform/schemas.ts'
import { createValidator } from '../../platform/validation.ts'
import { slugSchema } from '../../workspaces/create.ts'
import { describeDetail } from './field-errors.ts'

const Form = Strict({
  title: Text({ min: 1, max: 200 }),
  password: Type.String({ minLength: 12 }),
  slug: slugSchema,
  submitter: Type.Optional(Strict({ email: Type.String({ format: 'email' }) })),
  tagIds: Type.Optional(Type.Array(Type.String({ format: 'uuid' }), { maxItems: 2 })),
})
const validate = createValidator(Form, '')

/** Returns the sentence for each field of a form that is invalid. */
const sentencesFor = (form: object): Record<string, string> =>
  Object.fromEntries(validate(form).map((detail) => [detail.path, describeDetail(detail)]))

test('says in a whole sentence what to do about each invalid field', () => {
  assert.deepEqual(sentencesFor({ title: ' ', password: 'short', submitter: { email: 'ada' }, tagIds: ['a'] }), {
    '/title': 'Enter a title.',
    '/password': 'Use at least 12 characters.',
    '/slug': 'Enter a slug.',
    '/submitter/email': 'Enter an email address such as ada@example.com.',
    '/tagIds/0': 'Choose one of the options.',
  })
  const long = { title: 'x'.repeat(201), password: 'a long password', slug: 'A b', tagIds: Array(1_200).fill('') }
  const sentences = sentencesFor(long)
  assert.equal(sentences['/title'], 'Use at most 200 characters.')
  assert.match(sentences['/slug']!, /^Use lowercase letters/)
  assert.equal(sentences['/tagIds'], 'Choose at most 2.')
})

test('chooses the sentence by code and field, with a general one for other fields', () => {
  const say = (path: string, code: string) => describeDetail({ path, message: 'is wrong', code })
  assert.equal(say('/currentPassword', 'incorrect'), 'That password is incorrect.')
  assert.equal(say('/slug', 'taken'), 'This slug is already taken.')
  assert.equal(say('/constructor', 'taken'), 'This is already taken.')
})

test('turns the message of a problem without a known code into a sentence', () => {
  assert.equal(describeDetail({ path: '/ids', message: 'must be new' }), 'Must be new.')
  assert.equal(describeDetail({ path: '', message: 'Reload the page.', code: 'toString' }), 'Reload the page.')
})
