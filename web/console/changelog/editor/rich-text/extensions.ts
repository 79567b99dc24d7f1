import { Extension, type Extensions, getSchema, mergeAttributes } from '@tiptap/core'
import { Code } from '@tiptap/extension-code'
import { Image } from '@tiptap/extension-image'
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table'
import { StarterKit } from '@tiptap/starter-kit'

/** The URLs that our Markdown renderer turns into links (server/platform/formats/markdown.ts). */
export const isLinkUrl = (url: string): boolean => /^(https?:\/\/|mailto:|\/files\/)/i.test(url)

/** Markdown has tight and loose lists: without and with space between the items. */
const TightLists = Extension.create({
  name: 'tightLists',
  addGlobalAttributes: () => [
    {
      types: ['bulletList', 'orderedList'],
      attributes: {
        tight: { default: true, parseHTML: () => true, renderHTML: ({ tight }) => (tight ? { 'data-tight': '' } : {}) },
      },
    },
  ],
})

/** A table cell in Markdown is one line of text. */
const cellContent = { content: 'paragraph' }

const MarkdownTable = Table.extend({
  // The default view sets column widths, which Markdown does not have.
  renderHTML: () => ['table', ['tbody', 0]],
  addKeyboardShortcuts() {
    const isInTable = () => this.editor.isActive('table')
    return {
      ...this.parent?.(),
      'Shift-Enter': isInTable,
      'Mod-Enter': isInTable,
      // Moves on like Tab, and leaves the table after its last cell.
      Enter: () => isInTable() && (this.editor.commands.goToNextCell() || this.editor.commands.createParagraphNear()),
    }
  },
})

/** An image whose stored URL is relative to the base of the page, such as `/console/w/acme`. */
const imageAt = (filesBase: string) =>
  Image.extend({
    parseHTML: () => [
      {
        tag: 'img[src]',
        getAttrs: (element) => {
          const src = element.getAttribute('src') ?? ''
          if (src.startsWith(`${filesBase}/files/`)) return { src: src.slice(filesBase.length) }
          if (src.startsWith('/files/')) return null
          return /^https:\/\//i.test(src) && null
        },
      },
    ],
    renderHTML({ HTMLAttributes: { src, alt } }) {
      // An image without a URL is a file that is being uploaded.
      if (src === '') return ['span', { class: 'file-placeholder' }, alt ?? '']
      return ['img', mergeAttributes({ src: src.startsWith('/files/') ? `${filesBase}${src}` : src, alt: alt ?? '' })]
    },
  }).configure({ inline: true })

/** What Markdown can express, and the editor’s behavior. */
export const extensionsFor = (filesBase: string): Extensions => [
  StarterKit.configure({
    underline: false,
    code: false,
    dropcursor: { class: 'drop-cursor', color: false },
    link: {
      openOnClick: false,
      // The renderer links them too.
      shouldAutoLink: isLinkUrl,
      isAllowedUri: isLinkUrl,
      HTMLAttributes: { target: null, rel: null, class: null },
    },
  }),
  // In Markdown, code can be bold.
  Code.extend({ excludes: '' }),
  TightLists,
  imageAt(filesBase),
  MarkdownTable,
  TableRow,
  TableCell.extend(cellContent),
  TableHeader.extend(cellContent),
]

export const schema = getSchema(extensionsFor(''))
