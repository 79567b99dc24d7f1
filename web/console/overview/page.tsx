export default function Page() {
  return <h1>Overview</h1>
}
