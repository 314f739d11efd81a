import { useState, type DragEvent } from 'react'

const carriesFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes('Files')

/** A file that is dragged onto an element: its handlers, and whether it hovers over it now. */
export function useFileDrop(take: (file: File) => void) {
  const [isOver, setIsOver] = useState(false)
  const handlers = {
    onDragOver(event: DragEvent) {
      if (!carriesFiles(event)) return
      event.preventDefault()
      setIsOver(true)
    },
    onDragLeave(event: DragEvent) {
      // Where the pointer has gone is a node of the page, or nothing.
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsOver(false)
    },
    onDrop(event: DragEvent) {
      if (!carriesFiles(event)) return
      event.preventDefault()
      setIsOver(false)
      const [file] = event.dataTransfer.files
      if (file) take(file)
    },
  }
  return { isOver, handlers }
}
