// Pages that put the element into a modal, each with a library's defaults; bundled by modals.test.ts.
import * as Dialog from '@radix-ui/react-dialog'
import Modal from 'bootstrap/js/dist/modal.js'
import { createFocusTrap } from 'focus-trap'
import { createElement as h } from 'react'
import { createRoot } from 'react-dom/client'

const sessionId = document.documentElement.dataset.session
const content = `<billing-checkout session-id="${sessionId}"></billing-checkout><button id="close">Close</button>`

const openers = {
  radix() {
    const root = document.body.appendChild(document.createElement('div'))
    const close = h(Dialog.Close, { id: 'close' }, 'Close')
    const title = h(Dialog.Title, null, 'Pay')
    const element = h('billing-checkout', { 'session-id': sessionId })
    const inside = h(Dialog.Content, { 'aria-describedby': undefined }, title, element, close)
    createRoot(root).render(h(Dialog.Root, { defaultOpen: true }, h(Dialog.Portal, null, inside)))
  },
  focusTrap() {
    const box = document.body.appendChild(document.createElement('div'))
    box.innerHTML = content
    createFocusTrap(box).activate()
  },
  dialog() {
    const dialog = document.body.appendChild(document.createElement('dialog'))
    dialog.innerHTML = content
    dialog.showModal()
  },
  bootstrap() {
    const modal = document.body.appendChild(document.createElement('div'))
    modal.className = 'modal'
    modal.tabIndex = -1
    modal.innerHTML = `<div class="modal-dialog"><div class="modal-content">${content}</div></div>`
    new Modal(modal).show()
  },
}

openers[document.documentElement.dataset.modal]()
