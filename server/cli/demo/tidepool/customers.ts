import type { Submitter } from '../../../customers/schema.ts'

// A name is followed by the local part of the email address if that cannot be derived from the name.
const names = `
  Priya Raman, Jonas Keller, Marta Kowalska, Daniel Okafor, Sofie Lindqvist, Hannah Brandt, Luis Herrera, Grace
  Wanjiru, Camille Fournier, Ravi Deshpande, Emily Hartley, 佐藤 美咲 <misaki.sato>, Tom Whitfield, Anneke de Boer,
  Youssef El Amrani, Chloe Bennett, Henrik Dahl, ليلى حداد <leila.haddad>, Nadia Petrova, Patrick O'Leary
  <patrick.oleary>, Julia Stein, Mateus Carvalho, Aisha Bello, Olivier Lambert, Rebecca Stone, 田中 健一
  <kenichi.tanaka>, Michael Brunner, Zanele Dlamini, Sergei Volkov, Laura Bianchi, Ben Ashworth, Ingeborg Vik,
  Carlos Medina, Fatima Zahra Idrissi, Nils Hoffmann, Megan Doyle, Amit Shalev, Klara Novotná, Isabelle Moreau,
  Samuel Adeyemi, Katrin Vogel, Dylan Pierce, Elif Yıldırım <elif.yildirim>, Peter Lindgren, Rosa Jiménez, Thabo
  Nkosi, Charlotte Webb, Andrei Popescu, Yuki Nakamura, Stefan Graf, Noor van Dijk, Victor Almeida, Hélène
  Caron, Jack Turnbull, Miriam Adler, Deepa Nair, عمر الشامي <omar.shami>, Freya Madsen, George Papadakis, Lucy
  Armstrong, Tobias Fuchs, Ana Lucía Torres, Kwame Boateng, Sandra Meier, Ewan MacLeod, 鈴木 大輔 <daisuke.suzuki>,
  Bianca Ferrari, Farid Rahimi, Nicole Berger, Oscar Nyström, Tamara Ivanović <tamara.ivanovic>, Will Prescott,
  Inès Garnier, Arjun Mehta, Teresa Gomes, Lars Eriksen, Naledi Mokoena, Florian Huber, Jessica Tran, Marek
  Dvořák, Pilar Navarro, Simon Achterberg, Yasmin Karimi, Robert Kline, Eva Szabó, Anthony Russo, Mirjam Koster,
  Hugo Blanchard, Leah Goldberg, Duncan Fraser, Sana Qureshi, Erik Johansson, Paula Richter, Nikhil Rao, Monique
  Lefebvre, Jorge Salinas, Karin Wallner, Adaeze Obi, Philip Crane, Lene Mikkelsen, Gustavo Prado, Hye-jin Park,
  Martin Zeller, Shauna Kelly, Tariq Mansour, Veronika Malá, Ian Forsyth, Diana Cruz, Rasmus Holm, Agnieszka
  Zielińska <agnieszka.zielinska>, Kenji Watanabe, Ruth Abara, Matthieu Perrin, Helga Thorsdóttir, Bruno Conti,
  Siobhán Byrne, Wanda Kruger, Alex Marin, Petra Schuster, Emeka Nwosu`

const handleOf = (name: string): string =>
  name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll(/\s+/g, '.')

/** All participants, most active first. Some have only an email address, others only an external id. */
export const customers: Submitter[] = names
  .trim()
  .replaceAll(/\s+/g, ' ')
  .split(', ')
  .map((entry, index) => {
    const [, name, handle] = /^([^<]+?)(?: <(.+)>)?$/.exec(entry)!
    const email = `${handle ?? handleOf(name!)}@example.${index % 3 === 1 ? 'org' : 'com'}`
    const externalId = `cus_${20_411 + index * 37}`
    if (index % 11 === 9) return { name: name!, externalId }
    return index % 7 === 5 ? { name: name!, email } : { name: name!, email, externalId }
  })

/** @throws for a name that is not in the list, which is a mistake in the demo data. */
export function customerNamed(name: string): Submitter {
  const found = customers.find((customer) => customer.name === name)
  if (!found) throw new Error(`The demo has no customer named ${name}.`)
  return found
}
