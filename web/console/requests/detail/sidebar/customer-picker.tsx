import { SearchPicker } from '../../../../ui/pickers/search-picker.tsx'
import { voteMessages as messages } from '../../../messages/requests/detail.ts'

/** A file of its own, which is fetched by those who are about to add a vote. The address does for a browser without script. */
export default function CustomerPicker({ home }: { home: string }) {
  return (
    <SearchPicker
      name="customerId"
      label={messages.customer}
      help={messages.customerHelp}
      placeholder={messages.search}
      loadUrl={`${home}/requests/customers`}
    >
      {null}
    </SearchPicker>
  )
}
