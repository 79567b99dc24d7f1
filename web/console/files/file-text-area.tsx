import { Paperclip } from 'lucide-react'
import { type ComponentProps, type ReactNode, type RefObject, useRef } from 'react'
import { Button } from '../../ui/buttons/button.tsx'
import { TextArea } from '../../ui/forms/text-input.tsx'
import { fileMessages as messages } from '../messages/files.ts'
import { useFileUpload } from './use-file-upload.tsx'

type TextAreaProps = ComponentProps<typeof TextArea>

interface FileTextAreaProps extends TextAreaProps {
  /** Renders another text area than a plain one. */
  render?: (props: TextAreaProps & { ref: RefObject<HTMLTextAreaElement | null> }) => ReactNode
}

/** A text area for Markdown that takes files: pasted, dropped or chosen. */
export function FileTextArea({ render = (props) => <TextArea {...props} />, ...rest }: FileTextAreaProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  const { target, paste, pick, status } = useFileUpload(area)
  return (
    <div className="file-area" {...target}>
      {render({ ...rest, ref: area, onPaste: paste })}
      <div className="file-bar">
        <Button look="quiet" size="sm" icon={<Paperclip aria-hidden />} title={messages.attachHelp} onClick={pick}>
          {messages.attach}
        </Button>
        {status}
      </div>
    </div>
  )
}
