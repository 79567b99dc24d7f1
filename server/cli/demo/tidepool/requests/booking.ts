import { prose } from '../text.ts'
import type { DemoRequest } from '../types.ts'

export const bookingRequests: DemoRequest[] = [
  {
    title: 'Group polls: find a time that suits everybody',
    from: 'Priya Raman',
    votes: 66,
    state: 'in_progress',
    roadmap: { days: 24 },
    daysAgo: 205,
    text: prose`Booking pages are perfect for one customer and one of us. For a meeting of eight people from five
      companies I still use another tool: I propose six times, everybody ticks what is possible, I take the best. It
      is the last thing that I leave Tidepool for.`,
  },
  {
    title: 'Round robin: share incoming bookings fairly',
    from: 'Tom Whitfield',
    votes: 50,
    shipped: '4.5',
    roadmap: { quarters: 0 },
    text: prose`Seven people in sales, one booking page. Whoever stands first in the list gets all the demos and has
      no lunch. Please hand them out in turn, and let me say that Marek works half days and should get half as many.`,
  },
  {
    title: 'Take a payment when somebody books',
    from: 'Chloe Bennett',
    votes: 46,
    state: 'planned',
    roadmap: { quarters: 1 },
    text: prose`One in six first appointments does not show up, and that costs me about a day a week. If they had paid
      (or left a card) they would come. Other tools do it, but I don't want to move two years of calendar.`,
  },
  {
    title: 'Customers should be able to book the same slot every week',
    from: 'Anneke de Boer',
    votes: 52,
    state: 'planned',
    roadmap: { quarters: 2 },
    text: prose`Music lessons are on the same day at the same time for a whole school year. At present parents book 38
      lessons one by one, or rather: they call me and I do it.`,
  },
  {
    title: 'Reminders by text message',
    from: 'Mateus Carvalho',
    votes: 34,
    daysAgo: 176,
    text: prose`Our patients are 70 on average. They read text messages. They do not read e-mail. We would gladly pay
      for each message.`,
  },
  {
    title: 'Ask our own questions before the booking',
    from: 'Aisha Bello',
    votes: 29,
    state: 'planned',
    text: prose`Before a consultation I need to know: which tax year, private or company, and whether they have a
      letter from the tax office. One text field "anything else?" gets me "hi, looking forward to it".`,
  },
  {
    title: 'Our own domain for booking pages',
    from: 'Olivier Lambert',
    votes: 27,
    text: prose`termin.our-company.com instead of a Tidepool address. Some customers take the link in our mail for
      phishing.`,
  },
  {
    title: 'Buffer between two bookings',
    from: 'Hannah Brandt',
    votes: 26,
    shipped: '4.1',
    text: prose`I need ten minutes to air the room and write my notes. If one session ends at 11:00 the next one must
      not start at 11:00.`,
  },
  {
    title: 'Let customers move their appointment themselves',
    votes: 25,
    shipped: '4.5',
    text: prose`They can cancel by the link but not move. So they cancel, forget to book again, and we have lost them.
      "Another time" next to "Cancel", with the same rules as for a new booking.`,
  },
  {
    title: 'Booking page in the language of the visitor',
    daysAgo: 60,
    from: 'Laura Bianchi',
    votes: 23,
    text: prose`We are in South Tyrol: German, Italian, and in winter English. The page should look at the browser's
      language, with a switch at the top for those who sit at somebody else's computer.`,
  },
  {
    title: 'Waiting list for days that are full',
    from: 'Carlos Medina',
    votes: 21,
    state: 'planned',
    text: 'When somebody cancels, offer the slot to the first who asked, and to the next one after an hour.',
  },
  {
    title: 'Classes with a number of places',
    from: 'Yasmin Karimi',
    votes: 20,
    state: 'planned',
    text: prose`Yoga on Tuesday, 12 mats. Show how many are left, close the class when it is full, and send me the
      list of names in the morning.`,
  },
  {
    title: 'Book several of us at once',
    from: 'Rebecca Stone',
    votes: 19,
    text: prose`A job interview needs the recruiter, someone from the team and a manager at the same time. Offer only
      those slots in which all three are free. Bonus: "any two of these five".`,
  },
  {
    title: 'Safe-link scanners cancel our appointments',
    from: 'Michael Brunner',
    votes: 17,
    shipped: '4.7.2',
    daysAgo: 61,
    text: prose`Several customers swear that they did not cancel, and I believe them: all of them are with companies
      whose mail filter opens every link in a message before the person sees it. Your cancel link cancels as soon as
      it is opened. It should ask first, with a button.`,
  },
  {
    title: 'Phone, video or in person: let the customer choose',
    votes: 16,
    shipped: '4.3',
    text: 'Same person, same length, three ways to meet. Today I keep three booking pages that block one another.',
  },
  {
    title: 'At most so many bookings a day',
    votes: 15,
    shipped: '4.5',
    text: 'Five intakes a day and I am done, even when there is room in the calendar for nine.',
  },
  {
    title: 'Reminders by WhatsApp',
    from: 'Gustavo Prado',
    votes: 14,
    text: 'In Brazil this is not one channel among others. It is the only one.',
  },
  {
    title: 'Remove “Powered by Tidepool” from the booking page',
    votes: 13,
    text: 'Our brand department insists. I would not mind if it were part of a larger plan.',
  },
  {
    title: 'Two customers got the same slot',
    from: 'Fatima Zahra Idrissi',
    votes: 11,
    shipped: '4.4',
    text: prose`On Monday at 8:02:11 two people booked 10:30, both got a confirmation and both stood in front of the
      door. It seems to happen when the page was open in two browsers for a while.`,
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
    title: 'A second reminder one hour before',
    votes: 10,
    text: 'The day before is too early for teenagers and the hour before is too late for their parents. Both, please.',
  },
  {
    title: 'Redirect to our own page after a booking',
    votes: 8,
    text: 'So that we can say thank you properly, explain where to park, and count the booking in our statistics.',
  },
  {
    title: 'Mark who did not show up',
    votes: 8,
    text: 'And after the third time, let me decide whether they may book online again.',
  },
  {
    title: 'Confirmation mails land in the spam folder',
    from: 'Nadia Petrova',
    votes: 7,
    text: prose`At two large providers at least. The sender is a Tidepool address with our name in front of it, which
      is exactly what spam looks like. Could we send from our own domain (SPF, DKIM)?`,
  },
  {
    title: 'Embedded booking page without its own scroll bar',
    votes: 6,
    text: 'On our site there are two scroll bars next to each other and on a phone one of them wins at random.',
  },
  {
    title: 'Booking links that work one time only',
    votes: 6,
    text: 'I give a link to one person. They forward it to eleven.',
  },
  {
    title: 'Bots fill our booking page with appointments',
    from: 'Robert Kline',
    votes: 5,
    daysAgo: 44,
    text: prose`About 30 bookings on Sunday night, all by "Barbara" with different addresses. A puzzle, a confirmation
      by mail, anything, as long as real customers don't have to look for traffic lights in photos.`,
  },
  {
    title: 'Sell ten appointments as a package',
    votes: 5,
    text: 'Pay once, book ten times, see what is left.',
  },
  {
    title: 'Keep a deposit when somebody cancels late',
    votes: 4,
    text: prose`Free until 24 hours before, half of the price after that. The texts for it should be ours, since the
      law differs.`,
  },
  {
    title: 'Ask for the reason when somebody cancels',
    votes: 4,
  },
  {
    title: 'Choose a colleague by the language that they speak',
    votes: 4,
    text: 'Turkish on Mondays, Arabic on Wednesdays. Visitors do not know our names, they know what they speak.',
  },
  {
    title: '予約フォームの名前を「姓・名」の順にしたい',
    from: '田中 健一',
    votes: 3,
    text: '現在は「名」が先に表示されるため、お客様の入力が逆になることがよくあります。ふりがなの欄も追加できると助かります。',
  },
  {
    title: 'Slots that begin at a quarter past',
    text: 'Lessons are 45 minutes with 15 minutes in between, from 8:15. I get 8:00 or 8:30.',
  },
  {
    title: 'Pouvoir choisir le lieu avant la personne',
    from: 'Isabelle Moreau',
    votes: 3,
    text: prose`Nous avons trois salons à Lyon. La cliente choisit d’abord son quartier, ensuite seulement la
      coiffeuse. Aujourd’hui elle doit deviner qui travaille où.`,
  },
  {
    title: 'Show the price next to the kind of appointment',
    votes: 3,
  },
  {
    title: 'صفحة الحجز باللغة العربية',
    from: 'عمر الشامي',
    votes: 2,
    text: 'معظم زبائننا لا يقرؤون الإنجليزية. نحتاج إلى صفحة حجز عربية كاملة، مع رسائل التأكيد والتذكير.',
  },
  {
    title: 'Protect a booking page with a password',
    votes: 2,
    text: 'One page is for our partners only, and the address of it has been making the rounds.',
  },
  {
    title: 'QR code for a booking page',
    votes: 2,
    text: 'For the shop window. I know that I can make one elsewhere, but then it says "free version" underneath.',
  },
  {
    title: 'One free first call per person, not one per address',
    from: 'Lucy Armstrong',
    text: 'We have a regular with five e-mail addresses who has had five "first" calls.',
  },
  {
    title: 'A photo of the person whom one is going to meet',
    daysAgo: 9,
    text: 'It calms people down before a medical appointment. We have asked them.',
  },
  {
    title: 'Ask for the e-mail address twice',
    daysAgo: 30,
    text: 'gmial.com, three times this week.',
  },
  {
    title: 'Gift vouchers',
    votes: 2,
    state: 'closed',
    roadmap: { quarters: 1 },
    daysAgo: 201,
    text: 'Around the holidays half of our sales are vouchers, and they are made in a word processor.',
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
