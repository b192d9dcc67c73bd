import { describe, expect, test } from 'vitest'
import { createXlsx } from '../../test/xlsx.ts'
import { readSellerFile } from './read-seller-file.ts'
import { readTickets } from './read-tickets.ts'
import type { SellerFile } from './seller-file.ts'

async function open(bytes: Uint8Array | string): Promise<SellerFile> {
  const file = await readSellerFile(
    typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes,
    'entradas.csv',
  )
  if ('error' in file) throw new Error(file.error)
  return file
}
const read = async (bytes: Uint8Array | string) => readTickets(await open(bytes))
const latin1 = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))

const ticket = (code: string | null, name: string, more: object = {}) => ({
  code,
  name,
  document: null,
  quantity: 1,
  note: null,
  refusal: null,
  ...more,
})

describe('a row is skipped with its number and a reason', () => {
  test.each([
    [
      'without name, code and document',
      'T2,,,',
      'T1,,,\n,,,General',
      'No tiene nombre, código ni documento.',
    ],
    ['with an error in place of the name', '', 'T1,#¡REF!,1,', 'En lugar del nombre dice «#¡REF!»'],
    ['with a quantity of 0', '', 'T1,Ana,0,', 'La cantidad dice «0»'],
    ['with a quantity that is no number', '', 'T1,Ana,muchas,', 'La cantidad dice «muchas»'],
    ['with a quantity over 100', '', 'T1,Ana,101,', 'La cantidad dice «101»'],
    ['of totals', '', 'Total,,12,', 'Es una fila de totales.'],
    ['of totals below the names', '', ',Total entradas,12,', 'Es una fila de totales.'],
    ['of totals with a number below the codes', '', '12,Total,,', 'Es una fila de totales.'],
    ['that repeats the headings', '', 'Código,Nombre,Cantidad,Tipo', 'Repite los títulos'],
  ])('%s', async (_, __, rows, reason) => {
    const { tickets, skipped } = await read(`Código,Nombre,Cantidad,Tipo\nT0,Beto,1,VIP\n${rows}`)
    expect(tickets[0]).toEqual(ticket('T0', 'Beto', { note: 'VIP' }))
    expect(skipped).toEqual([
      expect.objectContaining({ row: 2 + rows.split('\n').length, reason: expect.stringContaining(reason) }),
    ])
  })

  test('above the headings', async () => {
    expect(await read('Fiesta del sábado,,\n\nCódigo,Nombre\nT1,Ana')).toMatchObject({
      tickets: [ticket('T1', 'Ana')],
      skipped: [{ row: 1, text: 'Fiesta del sábado', reason: 'Está arriba de los títulos de las columnas.' }],
    })
  })

  test('of a ticket with more than 100 places', async () => {
    const { tickets, skipped } = await read('Código,Nombre,Cantidad\nT1,Ana,60\nT1,Beto,60')
    expect(tickets).toEqual([])
    expect(skipped.map(({ row, reason }) => [row, reason])).toEqual([
      [2, 'Suma 120 personas, y una entrada puede tener hasta 100.'],
      [3, 'Suma 120 personas, y una entrada puede tener hasta 100.'],
    ])
  })

  test('too many tickets are refused as a whole', async () => {
    const rows = Array.from({ length: 5_001 }, (_, index) => `T${index},Ana`)
    expect(await read(`Código,Nombre\n${rows.join('\n')}`)).toMatchObject({
      tickets: [],
      error: expect.stringContaining('hasta 5.000 entradas, y acá hay 5.001'),
    })
  })
})

describe('codes', () => {
  test('of a spreadsheet that has damaged them are not taken, and their people stay apart', async () => {
    const rows = [
      ['Código', 'Nombre'],
      [1.23e18, 'Ana'],
      ['1,23E+18', 'Beto'],
      [1234.5, 'Caro'],
      ['00017', 'Dora'],
    ]
    expect(await read(createXlsx(rows))).toMatchObject({
      tickets: [ticket(null, 'Ana'), ticket(null, 'Beto'), ticket(null, 'Caro'), ticket('00017', 'Dora')],
      damaged: 3,
    })
  })

  test('of a CSV file whose last digits a spreadsheet has made zeros are not taken', async () => {
    const rounded = 'Código,Nombre\n1234567890123450000,Ana\n1234567890123450000,Beto\n12,Caro'
    expect(await read(rounded)).toMatchObject({
      tickets: [ticket(null, 'Ana'), ticket(null, 'Beto'), ticket('12', 'Caro')],
      damaged: 2,
    })
    expect((await read('Código,Nombre\n1234567890123450000,Ana\n1234567890123456789,Beto')).damaged).toBe(0)
  })

  test.each(['#NAME?', '#¿NOMBRE?', '#REF!', '#¡VALOR!', '#N/D', '#N/A', '#DIV/0!', '#####'])(
    'that are the error %s are not taken, and counted',
    async (error) => {
      expect(await read(`Código,Nombre\n${error},Ana\n#VIP1,Beto`)).toMatchObject({
        tickets: [ticket(null, 'Ana'), ticket('#VIP1', 'Beto')],
        errors: 1,
      })
    },
  )

  test('that begin like formulas stay as they are, and leading zeros stay', async () => {
    const { tickets } = await read('Código;Nombre\n=A1;Ana\n-7;Beto\n@x;Caro\n="0001";Dora\n0002;Eva')
    expect(tickets.map(({ code }) => code)).toEqual(['=A1', '-7', '@x', '0001', '0002'])
  })

  test('of identical rows are one ticket, and of different rows places of one', async () => {
    const rows = 'T1,Ana,1\nT1,Ana,1\nT2,Beto,2\nT2,Caro,1\nT2,Beto,2\n,Dora,1\n,Dora,1'
    expect(await read(`Código,Nombre,Cantidad\n${rows}`)).toMatchObject({
      tickets: [
        ticket('T1', 'Ana'),
        ticket('T2', 'Beto, Caro', { quantity: 3 }),
        ticket(null, 'Dora'),
        ticket(null, 'Dora'),
      ],
      people: 6,
      places: 1,
      repeated: 2,
      skipped: [],
    })
  })

  test('with a refunded place admit the others, and none when all are refunded', async () => {
    const rows = 'T1,Ana,Pagada\nT1,Beto,Reembolsada\nT2,Caro,Anulada\nT2,Dora,Reembolsada'
    expect(await read(`Código,Nombre,Estado\n${rows}`)).toMatchObject({
      tickets: [ticket('T1', 'Ana'), ticket('T2', 'Caro, Dora', { quantity: 2, refusal: 'cancelled' })],
      people: 1,
      skipped: [{ row: 3, text: 'T1 · Beto · Reembolsada', reason: expect.stringContaining('No vale') }],
    })
  })

  test('that are numbers of orders are tickets with a place for each row, also when rows are alike', async () => {
    const order = await read('Nº de orden,Comprador\n77,Ana\n77,Ana\n77,Ana\n78,Beto')
    expect(order.tickets).toEqual([ticket('77', 'Ana', { quantity: 3 }), ticket('78', 'Beto')])
    // A seller that writes the quantity of the order in each of its rows.
    const repeated = await read('Pedido,Cliente,Cantidad\n77,Ana,2\n77,Ana,2\n78,Beto,4')
    expect(repeated.tickets).toEqual([
      ticket('77', 'Ana', { quantity: 2 }),
      ticket('78', 'Beto', { quantity: 4 }),
    ])
  })
})

test.each([
  ['4', 4],
  ['x4', 4],
  ['4 entradas', 4],
  ['4,00', 4],
  ['', 1],
])('the quantity %j is %i places', async (quantity, people) => {
  expect((await read(`Código;Nombre;Cantidad\nT1;Ana;${quantity}`)).tickets).toEqual([
    ticket('T1', 'Ana', { quantity: people }),
  ])
})

describe('several names in one cell', () => {
  test.each([
    ['Ana, Beto, Caro, Dora', 4],
    ['Ana Gómez; Beto Paz', 2],
    ['Ana / Beto', 2],
    ['Ana y Beto', 2],
    ['Ana & Beto', 2],
    ['"Ana\nBeto\nCaro"', 3],
    ['"Ana Gómez, Beto Paz"', 2],
  ])('%j are places of one ticket', async (names, quantity) => {
    const [found] = (await read(`Código\tNombre\nT1\t${names}`)).tickets
    expect(found).toMatchObject({ code: 'T1', quantity })
    expect(found?.name.split(', ')).toHaveLength(quantity)
  })

  test('are one person in "Apellido, Nombre", and when the quantity is 1', async () => {
    const names = async (file: string) =>
      (await read(file)).tickets.map(({ name, quantity }) => [name, quantity])
    expect(await names('Código;Nombre\nT1;Gómez, Ana')).toEqual([['Ana Gómez', 1]])
    expect(await names('Código;Apellido y nombre\nT1;Gómez Paz, Ana María')).toEqual([
      ['Ana María Gómez Paz', 1],
    ])
    expect(
      await names('Código;Nombre;Cantidad\nT1;Ortega y Gasset;1\nT2;Gómez, Ana;3\nT3;Ana, Beto;2'),
    ).toEqual([
      ['Ortega y Gasset', 1],
      ['Ana Gómez', 3],
      ['Ana, Beto', 2],
    ])
  })

  test('leave a cell with one name as it is', async () => {
    const { tickets } = await read('Código;Nombre\nT1;Ana, 2\nT2;Beto,\nT3;123\nT4; - \n')
    expect(tickets.map(({ name }) => name)).toEqual(['Ana, 2', 'Beto', '123', '-'])
  })

  test('fit into the name of a guest', async () => {
    const names = Array.from({ length: 30 }, (_, index) => `Persona ${index}`).join('; ')
    const [found] = (await read(`Código,Nombre\nT1,${names}`)).tickets
    expect(found).toMatchObject({ quantity: 30, name: expect.stringMatching(/^Persona 0, .+ y \d+ más$/) })
    expect(found?.name.length).toBeLessThanOrEqual(120)
  })
})

test.each([
  ['30.111.222', '30111222'],
  ['DNI 30111222', '30111222'],
  ['30111222.0', '30111222'],
  ['20-30111222-3', '20301112223'],
  ['AB123456', null],
  ['123', null],
])('the document %j is %j', async (document, digits) => {
  expect((await read(`Código,Nombre,DNI\nT1,Ana,${document}`)).tickets[0]?.document).toBe(digits)
})

describe('a status', () => {
  test.each([
    ...['Refunded', 'Reembolsada', 'devuelta'].map((word) => [word, 'refunded'] as const),
    ...['Cancelled', 'canceled', 'Anulada', 'VOID', 'voided', 'Deleted', 'eliminada', 'cancel'].map(
      (word) => [word, 'cancelled'] as const,
    ),
    ...['Unpaid', 'Pendiente', 'Impaga', 'No pagado', 'pending'].map((word) => [word, 'unpaid'] as const),
    ...['Paid', 'Pagada', 'Confirmed', 'Active', 'Valid', 'Válida', 'Checked In', 'Acreditado', 'Sent'].map(
      (word) => [word, null] as const,
    ),
  ])('%s is %s', async (status, refusal) => {
    expect((await read(`Código,Nombre,Estado\nT1,Ana,${status}`)).tickets[0]?.refusal).toBe(refusal)
  })

  test('can be a column with yes and no', async () => {
    const refusals = async (heading: string, ...cells: string[]) =>
      (
        await read(`Código,Nombre,${heading}\n${cells.map((cell, at) => `T${at},Ana,${cell}`).join('\n')}`)
      ).tickets.map(({ refusal }) => refusal)
    expect(await refusals('Refunded?', 'No', 'Yes')).toEqual([null, 'refunded'])
    expect(await refusals('Anulada', '', 'x', 'no', 'sí')).toEqual([null, 'cancelled', null, 'cancelled'])
    expect(await refusals('Pagado', 'No', 'Sí')).toEqual(['unpaid', null])
    expect(await refusals('State', 'paid', 'void')).toEqual([null, 'cancelled'])
  })

  test('that is unknown is valid, and listed', async () => {
    expect(await read('Código,Nombre,Estado\nT1,Ana,Transferida\nT2,Beto,Paga')).toMatchObject({
      tickets: [ticket('T1', 'Ana'), ticket('T2', 'Beto')],
      unknown: [
        { row: 2, reason: 'El estado dice «Transferida».' },
        { row: 3, reason: 'El estado dice «Paga».' },
      ],
    })
  })
})

describe('the file of a seller', () => {
  test('Eventbrite: the attendee wins over the order and the buyer, and digits stay', async () => {
    const file = [
      'Order #,Order Date,First Name,Last Name,Email,Quantity,Ticket Type,Attendee #,Attendee Status',
      '1234567890,11/29/24 22:28,Ana,Gómez,ana@example.com,1,General,9876543210,Attending',
      '1234567890,11/29/24 22:28,Ana,Gómez,ana@example.com,1,General,9876543211,Refunded',
    ].join('\n')
    expect((await read(file)).tickets).toEqual([
      ticket('9876543210', 'Ana Gómez', { note: 'General' }),
      ticket('9876543211', 'Ana Gómez', { note: 'General', refusal: 'refunded' }),
    ])
  })

  test('pretix: the secret wins over the code of the order, and "Paid" can be no', async () => {
    const file = [
      '"Order code","Attendee name","Product","Price","Paid","E-mail","Secret"',
      '"ABCDE","Ana Gómez","Early Bird","35.00","Yes","a@example.com","qk3vxm2z9tj5"',
      '"FGHIJ","Beto","General","40.00","No","b@example.com","w7p4n8c6r1sd"',
    ].join('\n')
    expect((await read(file)).tickets).toEqual([
      ticket('qk3vxm2z9tj5', 'Ana Gómez', { note: 'Early Bird' }),
      ticket('w7p4n8c6r1sd', 'Beto', { note: 'General', refusal: 'unpaid' }),
    ])
    expect((await read('Order code,Attendee name\nABCDE,Ana\nABCDE,Beto')).tickets).toEqual([
      ticket('ABCDE', 'Ana, Beto', { quantity: 2 }),
    ])
  })

  test('Hi.Events: a spreadsheet with a public id and a status', async () => {
    const rows = [
      ['ID', 'First Name', 'Last Name', 'Email', 'Status', 'Is Checked In', 'Ticket ID', 'Public ID'],
      [12, 'Ana', 'Gómez', 'a@example.com', 'ACTIVE', 'No', 3, 'A-4KX9QZ'],
      [13, 'Beto', '', 'b@example.com', 'CANCELLED', 'No', 3, 'A-7HJ2MW'],
    ]
    expect((await read(createXlsx(rows))).tickets).toEqual([
      ticket('A-4KX9QZ', 'Ana Gómez'),
      ticket('A-7HJ2MW', 'Beto', { refusal: 'cancelled' }),
    ])
  })

  test('Weezevent: Windows-1252 with semicolons and prices with commas', async () => {
    const file = [
      'sep=;',
      'Code;Tarif type;Price;Last name;First name;E-mail;Company;Notes',
      'W1N4H8;Pase;35,99;Núñez;Íñigo;n@example.com;Ñandú SA;"nada; más"',
    ].join('\r\n')
    expect((await read(latin1(file))).tickets).toEqual([ticket('W1N4H8', 'Íñigo Núñez', { note: 'Pase' })])
  })

  test('Universe: with and without headings', async () => {
    const rows = [
      'Ana,Gómez,ana@example.com,UNI-8842,General,2026-11-29',
      'Beto,Paz,beto@example.com,UNI-8843,General,2026-11-29',
      'Caro,Díaz,caro@example.com,UNI-8844,VIP,2026-11-29',
    ].join('\n')
    const tickets = [
      ticket('UNI-8842', 'Ana Gómez', { note: 'General' }),
      ticket('UNI-8843', 'Beto Paz', { note: 'General' }),
      ticket('UNI-8844', 'Caro Díaz', { note: 'VIP' }),
    ]
    expect((await read(rows)).tickets).toEqual(tickets)
    const named = await read(`First Name,Last Name,Email,Ticket Code,Ticket Type,Date\n${rows}`)
    expect(named.tickets).toEqual(tickets)
  })

  test('Tito: the holder wins over the buyer, who is the fallback', async () => {
    const file = [
      'Number,Ticket,Ticket Full Name,Ticket First Name,Ticket Last Name,Ticket Email,Order Name,Order Reference,Ticket Reference,Void Status',
      '1,General,Ana Gómez,Ana,Gómez,a@example.com,Zoe Paz,GIAO,GIAO-1,',
      '2,General,,,,,Zoe Paz,GIAO,GIAO-2,void',
    ].join('\n')
    expect((await read(file)).tickets).toEqual([
      ticket('GIAO-1', 'Ana Gómez', { note: 'General' }),
      ticket('GIAO-2', 'Zoe Paz', { note: 'General', refusal: 'cancelled' }),
    ])
  })

  test('Resident Advisor: a buyer with a quantity, and no code', async () => {
    expect(
      (await read('Name,Company,Email,Quantity,Type\nAna Gómez,Acme,a@example.com,4,Guest')).tickets,
    ).toEqual([ticket(null, 'Ana Gómez', { quantity: 4, note: 'Guest' })])
  })

  test('Ticket Tailor and Odoo: states of their own, and 20 digits', async () => {
    const file = 'Barcode,Name,Status\n12345678901234567890,Ana,voided\n12345678901234567891,Beto,cancel'
    expect((await read(file)).tickets).toEqual([
      ticket('12345678901234567890', 'Ana', { refusal: 'cancelled' }),
      ticket('12345678901234567891', 'Beto', { refusal: 'cancelled' }),
    ])
  })

  test('the number of a sale is one of an order', async () => {
    const sale = await read(
      'ID de venta,Comprador,Ticket,Cantidad,Precio\n1001,Ana,General,2,5000\n1002,Beto,VIP,1,9000',
    )
    expect(sale.tickets).toEqual([
      ticket('1001', 'Ana', { quantity: 2, note: 'General' }),
      ticket('1002', 'Beto', { note: 'VIP' }),
    ])
    // The number of a kind of ticket is no code, because all people would be places of one ticket.
    const kinds = Array.from({ length: 30 }, (_, at) => `${at % 2},Persona ${at}`)
    expect((await read(`Ticket ID,Nombre\n${kinds.join('\n')}`)).tickets).toHaveLength(30)
  })

  test('Argentine words: the DNI of the buyer, and a title above the headings', async () => {
    const file = [
      'Reporte de ventas;;;;;;',
      ';;;;;;',
      'N° de entrada;Código QR;Nombre del comprador;Apellido del comprador;Nro. Documento;Tipo de entrada;Estado del pago',
      '1;QR-0001;Ana;Gómez;30.111.222;Preventa 1;Acreditado',
      '2;QR-0002;Beto;Paz;28.333.444;Preventa 1;Pendiente',
      'Total;;;;;2;',
    ].join('\r\n')
    expect(await read(latin1(file))).toMatchObject({
      tickets: [
        ticket('QR-0001', 'Ana Gómez', { document: '30111222', note: 'Preventa 1' }),
        ticket('QR-0002', 'Beto Paz', { document: '28333444', note: 'Preventa 1', refusal: 'unpaid' }),
      ],
      skipped: [{ row: 1 }, { row: 6, reason: 'Es una fila de totales.' }],
    })
  })
})

test('a file without headings is read by its cells', async () => {
  const file = await read(
    '1;Ana Gómez;30111222;a@example.com;TK-4471\n2;Beto Paz;28.333.444;b@example.com;TK-4472',
  )
  expect(file.tickets).toEqual([
    ticket('TK-4471', 'Ana Gómez', { document: '30111222' }),
    ticket('TK-4472', 'Beto Paz', { document: '28333444' }),
  ])
  expect((await read('Ana\nBeto\nCaro')).tickets.map(({ name }) => name)).toEqual(['Ana', 'Beto', 'Caro'])
})

test('columns that are chosen by hand are used', async () => {
  const file = await open('Código,Nombre,Alias\nT1,Ana,Anita')
  const columns = {
    code: null,
    name: 2,
    lastName: null,
    buyerName: null,
    buyerLastName: null,
    document: null,
    quantity: null,
    type: 0,
    status: null,
  }
  expect(readTickets(file, columns).tickets).toEqual([ticket(null, 'Anita', { note: 'T1' })])
})

test('every row is a ticket, a place, a repetition or skipped', async () => {
  const rows = Array.from({ length: 400 }, (_, index) =>
    [
      ['T1', '', '#REF!', `C${index % 90}`][index % 4],
      ['Ana', 'Beto', '', '#N/A', 'Total'][index % 5],
      ['1', '2', '0', ''][index % 7 > 3 ? 0 : index % 4],
      ['Pagada', 'Anulada', ''][index % 3],
    ].join(','),
  )
  const { tickets, places, repeated, skipped } = await read(
    `Código,Nombre,Cantidad,Estado\n${rows.join('\n')}`,
  )
  const blank = rows.filter((row) => /^,*$/.test(row)).length
  expect(tickets.length + places + repeated + skipped.length).toBe(rows.length - blank)
})
