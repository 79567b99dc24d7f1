import assert from 'node:assert/strict'
import { test } from 'node:test'
import { htmlToText, markdownToLine, renderCustomerMarkdown, renderMarkdown } from './markdown.ts'

const path = '/files/0b9f1c1e-7c1d-4b63-9d6c-1d1f6f3f2a10/photo.png'
const base = '/p/acme'

test('renders uploaded images and files below the base of the surface, for the team and for customers', () => {
  for (const render of [renderMarkdown, renderCustomerMarkdown]) {
    assert.equal(render(`![A photo](${path})`, base).trim(), `<p><img src="${base}${path}" alt="A photo" /></p>`)
    assert.match(render(`[A file](${path})`, base), new RegExp(`<a href="${base}${path}" rel=`))
    for (const portal of ['https://feedback.example.com', 'http://127.0.0.1:3000/p/acme']) {
      assert.match(render(`![A photo](${path})`, portal), new RegExp(`<img src="${portal}${path}"`))
    }
  }
})

test('leaves only the text of uploaded files where nothing serves them', () => {
  assert.equal(renderMarkdown(`![A photo](${path}) [a file](${path})`).trim(), '<p>A photo a file</p>')
  assert.equal(markdownToLine(`![A photo](${path})`), 'A photo')
  assert.equal(htmlToText(renderCustomerMarkdown(`See ![A photo](${path})`)), 'See A photo')
})

test('accepts no other path, and no image of a customer from elsewhere', () => {
  const others = [
    '/files/x/photo.png',
    '/console/sign-out',
    `${path}/../../../console`,
    `${path}?x`,
    `/p/other${path}`,
    `//evil.example${path}`,
    path.replace('photo', 'pho%22to'),
  ]
  for (const other of others) {
    assert.doesNotMatch(renderMarkdown(`![x](${other}) [y](${other})`, base), /<(img|a)/, other)
  }
  const elsewhere = renderCustomerMarkdown(`![x](https://evil.example${base}${path})`, base)
  assert.doesNotMatch(elsewhere, /<img/)
  assert.match(elsewhere, /<a href="https:\/\/evil\.example/)
})
