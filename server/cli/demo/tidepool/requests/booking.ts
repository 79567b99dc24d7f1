import { prose } from '../text.ts'
import type { DemoRequest } from '../types.ts'

export const bookingRequests: DemoRequest[] = [
  {
    title: 'Group polls',
    from: 'Priya Raman',
    votes: 66,
    state: 'in_progress',
    roadmap: { days: 24 },
    daysAgo: 205,
    text: prose`Booking pages are perfect for one customer and one of us. But for a meeting with eight people
      from five companies I still use another tool: suggest six times, everyone votes, pick the best one. It's
      the only thing I leave Tidepool for.`,
  },
  {
    title: 'Round robin booking',
    from: 'Tom Whitfield',
    votes: 50,
    shipped: '4.5',
    roadmap: { quarters: 0 },
    text: prose`Seven people in sales, one booking page. Whoever is first on the list gets every demo and never
      gets lunch. Please rotate, and let me set weights. Marek is half-time, so he should get half as many.`,
  },
  {
    title: 'Accept payments when booking',
    from: 'Chloe Bennett',
    votes: 46,
    state: 'planned',
    roadmap: { quarters: 1 },
    text: prose`One in six first appointments is a no-show, which costs me about a day a week. If people paid
      up front (or left a card) they'd show up. Other tools do this, but I don't want to move two years of
      calendar.`,
  },
  {
    title: 'Recurring bookings',
    from: 'Anneke de Boer',
    votes: 52,
    state: 'planned',
    roadmap: { quarters: 2 },
    text: prose`Music lessons are the same day and time all school year. Right now parents have to book 38
      lessons one at a time. In reality they call and I do it.`,
  },
  {
    title: 'Text message reminders',
    from: 'Mateus Carvalho',
    votes: 34,
    daysAgo: 176,
    text: "Our patients are 70 on average. They read texts. They don't read email. We'd happily pay per message.",
  },
  {
    title: 'Custom questions on the booking form',
    from: 'Aisha Bello',
    votes: 29,
    state: 'planned',
    text: prose`Before a consultation I need to know the tax year, whether it's personal or business, and if
      they got a letter from the tax office. The one "Anything else?" box gets me "hi, looking forward to it."`,
  },
  {
    title: 'Custom domain for booking pages',
    from: 'Olivier Lambert',
    votes: 27,
    text: "We'd like to use book.ourcompany.com. Some customers think the Tidepool link in our emails is phishing.",
  },
  {
    title: 'Buffer time between bookings',
    from: 'Hannah Brandt',
    votes: 26,
    shipped: '4.1',
    text: prose`I need ten minutes to air out the room and write up my notes. If a session ends at 11:00, the
      next one can't start at 11:00.`,
  },
  {
    title: 'Let customers reschedule',
    votes: 25,
    shipped: '4.5',
    text: prose`They can cancel from the link but they can't reschedule. So they cancel, forget to rebook, and
      we've lost them. Put a "Reschedule" button next to "Cancel," with the same rules as a new booking.`,
  },
  {
    title: 'Show booking pages in the visitor’s language',
    daysAgo: 60,
    from: 'Laura Bianchi',
    votes: 23,
    text: prose`We're in South Tyrol: German, Italian, and English in the winter. Use the browser language and
      put a switcher at the top for people on someone else's computer.`,
  },
  {
    title: 'Waitlist for fully booked days',
    from: 'Carlos Medina',
    votes: 21,
    state: 'planned',
    text: 'When someone cancels, offer the slot to the first person on the list, then the next one after an hour.',
  },
  {
    title: 'Group classes with limited spots',
    from: 'Yasmin Karimi',
    votes: 20,
    state: 'planned',
    text: prose`Yoga on Tuesdays, 12 mats. Show how many spots are left, close it when it's full, and email me
      the list in the morning.`,
  },
  {
    title: 'Book multiple team members at once',
    from: 'Rebecca Stone',
    votes: 19,
    text: prose`An interview needs the recruiter, someone from the team, and a manager. Only offer times when
      all three are free. Bonus points for "any two of these five."`,
  },
  {
    title: 'Email security scanners cancel our appointments',
    from: 'Michael Brunner',
    votes: 17,
    shipped: '4.7.2',
    daysAgo: 61,
    text: prose`Several customers swear they didn't cancel, and I believe them. They all work at companies
      where the mail filter opens every link before the person sees the message, and your cancel link cancels as
      soon as it's opened. It should show a confirm button first.`,
  },
  {
    title: 'Let customers choose phone, video, or in person',
    votes: 16,
    shipped: '4.3',
    text: 'Same person, same length, three ways to meet. Today I need three separate booking pages for that.',
  },
  {
    title: 'Daily booking limit',
    votes: 15,
    shipped: '4.5',
    text: "I can do five intakes a day, max, even if there's room for nine on the calendar.",
  },
  {
    title: 'WhatsApp reminders',
    from: 'Gustavo Prado',
    votes: 14,
    text: 'In Brazil nobody reads anything else.',
  },
  {
    title: 'Remove “Powered by Tidepool” from booking pages',
    votes: 13,
    text: "Our brand team is asking. Fine with us if it's part of a higher plan.",
  },
  {
    title: 'Double booking: two customers got the same slot',
    from: 'Fatima Zahra Idrissi',
    votes: 11,
    shipped: '4.4',
    text: prose`Monday at 8:02:11 two people booked 10:30. Both got a confirmation and both showed up. It seems
      to happen when the page has been open in two browsers for a while.`,
  },
  {
    title: 'Sie statt du auf der Buchungsseite',
    daysAgo: 33,
    from: 'Katrin Vogel',
    votes: 11,
    text: prose`Wir sind eine Kanzlei. „Such dir einen Termin aus“ passt nicht zu Menschen, die gerade ein Testament
      aufsetzen. Bitte eine Einstellung für die förmliche Anrede, auch in den E-Mails.`,
  },
  {
    title: 'Send a second reminder an hour before',
    votes: 10,
    text: 'The day before is too early for teenagers, and an hour before is too late for their parents. We need both.',
  },
  {
    title: 'Redirect to our own page after booking',
    votes: 8,
    text: 'So we can say thanks, explain parking, and track conversions.',
  },
  {
    title: 'Track no-shows',
    votes: 8,
    text: 'And after the third one, let me block them from booking online.',
  },
  {
    title: 'Confirmation emails go to spam',
    from: 'Nadia Petrova',
    votes: 7,
    text: prose`With two big providers at least. The sender is a Tidepool address with our name on it, which is
      exactly what spam looks like. Can we send from our own domain (SPF, DKIM)?`,
  },
  {
    title: 'Embedded booking page has two scroll bars',
    votes: 6,
    text: "The embed has its own scroll bar next to the page's. On a phone it's random which one you get.",
  },
  {
    title: 'Single-use booking links',
    votes: 6,
    text: 'I send a link to one person. They forward it to eleven.',
  },
  {
    title: 'Spam bookings on our booking page',
    from: 'Robert Kline',
    votes: 5,
    daysAgo: 44,
    text: prose`About 30 fake bookings on Sunday night, all from "Barbara" with different addresses. A CAPTCHA,
      a confirmation email, whatever works, as long as real customers don't have to click on traffic lights.`,
  },
  {
    title: 'Sell packages of appointments',
    votes: 5,
    text: 'Pay once for ten sessions, book them one by one, see how many are left.',
  },
  {
    title: 'Cancellation fees',
    votes: 4,
    text: prose`Free up to 24 hours before, half price after that. We'd need to write the policy text ourselves
      because the law is different everywhere.`,
  },
  {
    title: 'Ask why people cancel',
    votes: 4,
  },
  {
    title: 'Let customers pick a staff member by language',
    votes: 4,
    text: prose`Turkish on Mondays, Arabic on Wednesdays. Visitors don't know our names, but they know what
      language they need.`,
  },
  {
    title: '予約フォームの名前を「姓・名」の順にしたい',
    from: '田中 健一',
    votes: 3,
    text: '現在は「名」が先に表示されるため、お客様の入力が逆になることがよくあります。ふりがなの欄も追加できると助かります。',
  },
  {
    title: 'Offset start times, like :15 past the hour',
    text: 'My lessons are 45 minutes with a 15-minute break, starting at 8:15. I can only get 8:00 or 8:30.',
  },
  {
    title: 'Pouvoir choisir le lieu avant la personne',
    from: 'Isabelle Moreau',
    votes: 3,
    text: prose`Nous avons trois salons à Lyon. La cliente choisit d’abord son quartier, ensuite seulement la
      coiffeuse. Aujourd’hui elle doit deviner qui travaille où.`,
  },
  {
    title: 'Show prices on the booking page',
    votes: 3,
  },
  {
    title: 'صفحة الحجز باللغة العربية',
    from: 'عمر الشامي',
    votes: 2,
    text: 'معظم زبائننا لا يقرؤون الإنجليزية. نحتاج إلى صفحة حجز عربية كاملة، مع رسائل التأكيد والتذكير.',
  },
  {
    title: 'Password-protected booking pages',
    votes: 2,
    text: 'One page is only for our partners, and the link has been getting around.',
  },
  {
    title: 'QR code for booking pages',
    votes: 2,
    text: 'For our shop window. I know I can make one on some website, but then it says FREE VERSION at the bottom.',
  },
  {
    title: 'Limit free intro calls to one per person',
    from: 'Lucy Armstrong',
    text: "We have a regular with five email addresses who's had five free intro calls.",
  },
  {
    title: 'Show a photo of who you’re meeting',
    daysAgo: 9,
    text: 'We asked our patients, and it makes them less nervous before an appointment.',
  },
  {
    title: 'Confirm the email address on the booking form',
    daysAgo: 30,
    text: 'gmial.com, three times this week.',
  },
  {
    title: 'Gift cards',
    votes: 2,
    state: 'closed',
    roadmap: { quarters: 1 },
    daysAgo: 201,
    text: 'Half our holiday sales are gift cards, and we make them in Word.',
  },
  {
    title: 'test test please ignore',
    from: 'Ian Forsyth',
    votes: 1,
    state: 'rejected',
  },
  {
    title: 'Your competitor is cheaper',
    from: 'Bruno Conti',
    votes: 1,
    state: 'rejected',
    text: 'Just saying.',
  },
  {
    title: 'Make $5000 a week from home with crypto signals',
    from: null,
    votes: 0,
    state: 'spam',
    text: 'Join our channel, first 100 members free. No experience needed. Guaranteed.',
  },
]
