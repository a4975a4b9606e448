'use strict';

const MAX_CALLS = 30;
const CALL_LIMIT_MS = 30_000; // Longer than the server waits for an outcome.
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 2_000;

// What the page shows for an outcome: [state, words].
const STATES = new Map([
  ['PENDING', ['pending', 'Pending']],
  ['IN_PROGRESS', ['pending', 'Pending']],
  ['SUCCEEDED', ['succeeded', 'Succeeded']],
  ['ALREADY_DONE', ['already-done', 'Already done']],
  ['UNKNOWN', ['unknown', 'Unknown: it is being settled']],
  ['FAILED', ['refused', 'Failed: nothing was charged']],
  ['CONFLICT', ['refused', 'Conflict: this invoice has another amount']],
  ['REJECTED', ['refused', 'Rejected: nothing was charged']],
]);

const element = (id) => document.getElementById(id);
const session = crypto.randomUUID(); // One page load is one conversation.

function show(status) {
  const [state, words] = STATES.get(status) ?? ['unknown', 'Unknown'];
  element('state').dataset.state = state;
  element('state').textContent = words;
}

function note(text) {
  const line = document.createElement('li');
  line.textContent = text;
  element('log').append(line);
}

function pause(call) {
  const ms = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (call - 1));
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** One call of the tool. Throws where the network does; a server that is busy counts as such. */
async function callOnce(order) {
  const response = await fetch('intents', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    // The arguments are text, so that the digits stay as they were typed.
    body: `{"action":"charge_card","intentId":${JSON.stringify(order.invoice)},`
      + `"toolCallId":"call_${crypto.randomUUID()}","session":"${session}","arguments":{"customer_id":"c_812",`
      + `"amount":${order.amount},"currency":"EUR","invoice":${JSON.stringify(order.invoice)}}}`,
    signal: AbortSignal.timeout(CALL_LIMIT_MS),
  });
  const answer = await response.json();
  if (response.status >= 500) {
    throw new Error(answer.error.message);
  }
  return response.ok ? answer : { status: 'REJECTED', advice: answer.error.message };
}

/** Calls until there is an end: with every lost answer, and while the outcome is open. */
async function callTool(order) {
  for (let call = 1; call <= MAX_CALLS; call++) {
    element('attempts').textContent = String(call);
    try {
      const outcome = await callOnce(order);
      note(`${outcome.status}${outcome.reference ? ` ${outcome.reference}` : ''}`);
      show(outcome.status);
      element('advice').textContent = outcome.advice;
      element('reference').textContent = outcome.reference ?? 'none';
      if (!['PENDING', 'IN_PROGRESS', 'UNKNOWN'].includes(outcome.status)) {
        return;
      }
    } catch (failure) {
      note(`No answer (${failure.message}): calling again`);
    }
    await pause(call);
  }
  note(`Gave up after ${MAX_CALLS} calls; paying the same invoice again is safe`);
}

async function countCharges(invoice) {
  const response = await fetch(`charges?invoice=${encodeURIComponent(invoice)}`);
  element('charges').textContent = response.ok ? String((await response.json()).count) : 'not known';
}

async function pay(event) {
  event.preventDefault();
  const order = { invoice: element('invoice').value.trim(), amount: Number(element('amount').value).toFixed(2) };
  element('pay').disabled = true;
  element('log').replaceChildren();
  element('advice').textContent = '';
  show('PENDING');
  try {
    await callTool(order);
    await countCharges(order.invoice);
  } catch (failure) {
    note(`The charges are not known (${failure.message})`);
  } finally {
    element('pay').disabled = false;
  }
}

element('invoice').value = `inv-${crypto.randomUUID().slice(0, 8)}`;
element('order').addEventListener('submit', pay);
