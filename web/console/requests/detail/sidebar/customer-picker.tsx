import { SearchPicker } from '../../../../ui/pickers/search-picker.tsx'
import { voting as words } from '../../../messages/requests/detail.ts'

/** A file of its own, which is fetched by those who are about to add a vote. The address does for a browser without script. */
export default function CustomerPicker({ home }: { home: string }) {
  return (
    <SearchPicker
      name="customerId"
      label={words.customer}
      help={words.customerHelp}
      placeholder={words.search}
      loadUrl={`${home}/requests/customers`}
    >
      {null}
    </SearchPicker>
  )
}
